import Flipbook
import Frames
import Glibc
import KMS
import Linux
import Pixels

/// `flipbook inspect`: what a source holds, and what playing it takes.
enum InspectCommand: Subcommand {
  static let name = "inspect"
  static let abstract = "tell a source's frames, sizes, holes, bad files and memory"
  static let synopsis = "SOURCE [options]"
  static var options: [OptionSpecification] {
    [
      .init("--json", group: "Output", "one JSON object instead of text"),
      .init("--quick", group: "Output", "read headers alone, decode nothing"),
      .init("--screen", "WxH", group: "Output", "the screen to reckon for (1920x1080)"),
    ] + PlayOptions.all.filter { reckoned.contains($0.name) }
  }

  private static let reckoned = ["--budget", "--fit", "--format", "--rotate"]
  private static let own = ["--json", "--quick", "--screen"]

  static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
    let parsed = try ParsedArguments.parse(arguments, options: options)
    guard parsed.operands.count == 1 else {
      throw UsageError(message: "inspect takes one SOURCE.")
    }
    let wanted = parsed.options.filter { !own.contains($0.name) }
      .map { "\($0.name)=\($0.value)" }
    let configuration = try PlayOptions.parse(wanted).configuration
    var screen = PixelSize(width: 1920, height: 1080)
    if let text = parsed.options.last(where: { $0.name == "--screen" })?.value {
      guard let size = PixelSize(parsing: text) else {
        throw UsageError(message: "--screen \(text): expected such as 1280x720.")
      }
      screen = size
    }
    let sequence: FrameSequence
    do {
      sequence = try FrameSource.open(parsed.operands[0])
    } catch {
      Console.complain("\(error)")
      return ExitStatus.failed
    }
    var layout = FrameLayout(
      screen: screen, fit: configuration.fit, background: configuration.background,
      format: configuration.format.usual)
    // There is no panel to ask.
    if case .fixed(let orientation) = configuration.rotation { layout.orientation = orientation }
    let progress = ProgressLine(total: sequence.frames.count, what: "frames read")
    let report = SequenceReport(
      of: sequence, layout: layout, budget: configuration.budget,
      checksPixels: !parsed.options.contains { $0.name == "--quick" },
      progress: { progress.show($0) })
    progress.clear()
    if parsed.options.contains(where: { $0.name == "--json" }) {
      Console.print("\(InspectJSON.object(report))\n")
    } else {
      Console.print(InspectText.text(report, screen))
    }
    return report.badFrames.isEmpty ? ExitStatus.done : ExitStatus.failed
  }
}
