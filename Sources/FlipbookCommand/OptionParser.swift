import Linux

/// One option of a command, as it is typed and as help shows it.
struct OptionSpecification {
  /// "--fps".
  let name: String
  /// What follows it, "N"; nil for a switch.
  let value: String?
  /// One line for help.
  let help: String
  /// The heading it stands under in help.
  let group: String

  init(_ name: String, _ value: String? = nil, group: String, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
    self.group = group
  }
}

/// A wrong command line, with the sentence and the line that help.
struct UsageError: Error, Equatable {
  let message: String
  var help: String?
}

/// A command line taken apart: options in order, and what is none.
struct ParsedArguments: Equatable {
  struct Option: Equatable {
    let name: String
    let value: String
  }
  var options: [Option] = []
  var operands: [String] = []

  /// Takes arguments apart: `--key value`, `--key=value`, switches, `--` and operands.
  ///
  /// - Throws: for an unknown option, with the nearest known one, and for a missing value.
  static func parse(
    _ arguments: some Sequence<String>, options known: [OptionSpecification]
  ) throws(UsageError) -> ParsedArguments {
    var parsed = ParsedArguments()
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        parsed.operands.append(contentsOf: rest)
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        parsed.operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = known.first(where: { $0.name == name }) else {
        throw unknown(name, among: known.map(\.name))
      }
      guard let valueName = option.value else {
        guard parts.count == 1 else {
          throw UsageError(message: "Option \(name) takes no value.", help: option.line)
        }
        parsed.options.append(Option(name: name, value: ""))
        continue
      }
      let value = parts.count == 2 ? String(parts[1]) : rest.popFirst()
      // An empty one is most likely a variable of a script that was not set.
      guard let value, !value.isEmpty else {
        throw UsageError(
          message: "Missing value for \(name) \(valueName).", help: option.line)
      }
      parsed.options.append(Option(name: name, value: value))
    }
    return parsed
  }

  private static func unknown(_ name: String, among known: [String]) -> UsageError {
    let suggestion = closest(to: name, in: known).map { " Did you mean \($0)?" } ?? ""
    return UsageError(message: "Unknown option \(name).\(suggestion)")
  }
}

extension OptionSpecification {
  /// "--fps N  frames a second".
  var line: String { "\(name)\(value.map { " " + $0 } ?? "")  \(help)" }
}
