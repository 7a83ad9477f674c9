/// One command of the tool.
protocol Subcommand {
  /// The word that calls it.
  static var name: String { get }
  /// One line of what it does.
  static var abstract: String { get }
  /// What follows the word.
  static var synopsis: String { get }
  /// Its options.
  static var options: [OptionSpecification] { get }
  /// What help says below the options; empty for nothing.
  static var notes: String { get }
  /// Runs it and answers the exit status.
  static func run(_ arguments: [String]) throws(UsageError) -> Int32
}

extension Subcommand {
  static var notes: String { "" }

  /// What `--help` prints: the command, its options by group, and its notes.
  static var helpText: String {
    var text = "OVERVIEW: \(abstract)\n\nUSAGE: flipbook \(name) \(synopsis)\n"
    var group = ""
    let width = options.map { left($0).count }.max() ?? 0
    for option in options {
      if option.group != group {
        group = option.group
        text += "\n\(group.uppercased()):\n"
      }
      text += "  \(padded(left(option), to: width + 2))\(option.help)\n"
    }
    return notes.isEmpty ? text : "\(text)\n\(notes)\n"
  }

  private static func left(_ option: OptionSpecification) -> String {
    option.value.map { "\(option.name) \($0)" } ?? option.name
  }
}

/// What the tool's exit status says.
enum ExitStatus {
  static let done: Int32 = 0
  static let failed: Int32 = 1
  static let usage: Int32 = 64
  static let noDisplay: Int32 = 69
  /// Ended by a signal.
  static func signal(_ number: Int32) -> Int32 { 128 + number }
}
