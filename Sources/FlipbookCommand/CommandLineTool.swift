import Linux

/// `flipbook COMMAND …`: finds the command, runs it and answers the exit status.
enum CommandLineTool {
  /// The version that `--version` says.
  static let version = "0.1.0"

  /// Every command, in the order of help.
  static var commands: [any Subcommand.Type] {
    [
      PlayCommand.self, ProbeCommand.self, InspectCommand.self, TestCardCommand.self,
      BenchCommand.self, RestoreCommand.self,
    ]
  }

  /// Runs a command line without the program's name.
  static func run(_ arguments: [String]) -> Int32 {
    guard let name = arguments.first else {
      Console.error(overview)
      return ExitStatus.usage
    }
    switch name {
    case "--help", "-h", "help":
      return help(arguments.dropFirst().first)
    case "--version":
      Console.print("flipbook \(version)\n")
      return ExitStatus.done
    default: break
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      let suggestion = closest(to: name, in: commands.map { $0.name })
      return complain(
        UsageError(
          message: "There is no command \(name)."
            + (suggestion.map { " Did you mean \($0)?" } ?? ""),
          help: "flipbook --help lists the commands."))
    }
    let rest = arguments.dropFirst()
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      Console.print(command.helpText)
      return ExitStatus.done
    }
    do {
      return try command.run(Array(rest))
    } catch {
      return complain(error, usage: "Usage: flipbook \(command.name) \(command.synopsis)")
    }
  }

  private static func help(_ name: String?) -> Int32 {
    guard let name else {
      Console.print(overview)
      return ExitStatus.done
    }
    return run([name, "--help"])
  }

  private static func complain(_ error: UsageError, usage: String? = nil) -> Int32 {
    var text = "Error: \(error.message.printable)\n"
    if let help = error.help { text += "Help:  \(help)\n" }
    if let usage { text += "\(usage)\n" }
    Console.error(text)
    return ExitStatus.usage
  }

  private static var overview: String {
    var text = """
      OVERVIEW: Plays pictures full-screen on Linux, straight on the kernel's display.

      USAGE: flipbook COMMAND …

      COMMANDS:

      """
    for command in commands { text += "  \(padded(command.name, to: 10))\(command.abstract)\n" }
    return text + "\nflipbook COMMAND --help tells the options of each.\n"
  }
}

/// Text filled up with blanks to a width.
func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
