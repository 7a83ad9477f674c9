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
  private static let probed = ["--card", "--output", "--mode", "--fps", "--format", "--rotate"]

  static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
    let parsed = try ParsedArguments.parse(arguments, options: options)
    guard parsed.operands.isEmpty else {
      throw UsageError(message: "probe takes no \(parsed.operands[0]).")
    }
    let wanted = parsed.options.filter { $0.name != "--json" }.map { "\($0.name)=\($0.value)" }
    let configuration = try PlayOptions.parse(wanted).configuration
    var rate: FrameRate?
    if case .rate(let given) = configuration.pace { rate = given }
    let report = DisplayReport.gather(
      card: configuration.card,
      request: OutputRequest(
        output: configuration.output, mode: configuration.mode, format: configuration.format,
        rotation: configuration.rotation, contentRate: rate))
    let input = InputFindings.look()
    if parsed.options.contains(where: { $0.name == "--json" }) {
      Console.print("\(ProbeJSON.object(report, input))\n")
    } else {
      Console.print(ProbeText.text(report, input))
    }
    return report.chosen == nil ? ExitStatus.noDisplay : ExitStatus.done
  }
}

/// Which input devices are here, and what keeps others from being used.
struct InputFindings {
  var devices: [InputDevice] = []
  /// Sentences: missing rights, no udev.
  var problems: [String] = []

  static func look() -> InputFindings {
    do {
      let input = try InputDevices(
        source: .automatic, mapping: TouchMapping(panel: PixelSize(width: 1920, height: 1080)))
      defer { input.close() }
      // Devices tell themselves by their first events.
      _ = input.dispatch()
      return InputFindings(
        devices: input.devices, problems: input.notes + input.permissionProblems)
    } catch {
      return InputFindings(problems: [error.description])
    }
  }
}
