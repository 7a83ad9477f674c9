import Controls
import Flipbook
import KMS
import Linux
import Pixels
import Timing

/// `flipbook probe`: what is here, what would be chosen, and why.
enum ProbeCommand: Subcommand {
  static let name = "probe"
  static let abstract = "tell displays, modes, input devices and rights, what is chosen and why"
  static let synopsis = "[options]"
  static var options: [OptionSpecification] {
    [.init("--json", group: "Output", "one JSON object instead of text")]
      + PlayOptions.all.filter { probed.contains($0.name) }
  }
  /// The options of `play` that say what is chosen.
  private static let probed = [
    "--card", "--output", "--mode", "--fps", "--format", "--rotate",
    "--kms", "--vt", "--seat", "--input",
  ]

  static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
    let parsed = try ParsedArguments.parse(arguments, options: options)
    guard parsed.operands.isEmpty else {
      throw UsageError(message: "probe takes no \(parsed.operands[0]).")
    }
    let wanted = parsed.options.filter { $0.name != "--json" }.map { "\($0.name)=\($0.value)" }
    let configuration = try PlayOptions.parse(wanted).configuration
    var rate: FrameRate?
    if case .rate(let given) = configuration.pace { rate = given }
    var request = OutputRequest(
      mode: configuration.mode, format: configuration.format, rotation: configuration.rotation,
      contentRate: rate)
    request.outputs = configuration.outputs
    let report = DisplayReport.gather(
      card: configuration.card,
      request: request, interface: configuration.kms)
    let input = InputFindings.look(configuration.input)
    let console = ConsoleFindings(configuration, readsAllKeyboards: input.readsAllKeyboards)
    if parsed.options.contains(where: { $0.name == "--json" }) {
      Console.print("\(ProbeJSON.object(report, input, console))\n")
    } else {
      Console.print(ProbeText.text(report, input, console))
    }
    return report.chosen == nil ? ExitStatus.noDisplay : ExitStatus.done
  }
}

/// What a player does with the console, and why: a sentence each.
struct ConsoleFindings {
  let seat: String
  let terminal: String
  /// What a user should know besides, a sentence each.
  private(set) var notes: [String] = []

  init(_ configuration: PlayerConfiguration, readsAllKeyboards: Bool) {
    let choice = SeatChoice.choose(
      configuration.seat, SeatChoice.Facts.gather(), wantsInput: configuration.input != .none)
    switch choice {
    case .direct(let reason):
      seat = reason
      let facts = TerminalChoice.Facts.gather()
      terminal = TerminalChoice.explain(configuration.terminal, facts)
      if case .none = TerminalChoice.choose(configuration.terminal, facts), !readsAllKeyboards,
        let sentence = TerminalChoice.exposedKeys(facts)
      {
        notes.append(sentence)
      }
    case .seat(let reason):
      // Opening it would take the console away from whoever looks at it.
      seat = "\(reason) What it gives is seen only by playing."
      terminal = "The seat's broker has the terminal."
    }
    if let warning = ConsoleBlanking.warning() { notes.append(warning) }
  }
}

/// Which input devices are here, and what keeps others from being used.
struct InputFindings {
  var devices: [InputDevice] = []
  /// Sentences: missing rights, no udev.
  var problems: [String] = []

  /// What is chosen and why: a sentence.
  var reason = ""
  /// Whether no keyboard is there that a player does not read.
  var readsAllKeyboards = false

  static func look(_ wanted: PlayerConfiguration.Input) -> InputFindings {
    let source: InputDevices.Source
    let reason: String
    switch wanted {
    case .none: return InputFindings(reason: "No input devices are used: --input none.")
    case .automatic: (source, reason) = (.automatic, "All devices of the seat are used")
    case .path(let path): (source, reason) = (.path(path), "\(path) was asked for")
    }
    do {
      let input = try InputDevices(
        source: source, mapping: TouchMapping(panel: PixelSize(width: 1920, height: 1080)))
      defer { input.close() }
      // Devices tell themselves by their first events.
      _ = input.dispatch()
      let count = input.devices.count
      return InputFindings(
        devices: input.devices, problems: input.notes + input.permissionProblems,
        reason: "\(reason): \(count) may be opened now.",
        readsAllKeyboards: wanted == .automatic && input.permissionProblems.isEmpty)
    } catch {
      return InputFindings(
        problems: [error.description], reason: "\(reason): none can be opened.")
    }
  }
}
