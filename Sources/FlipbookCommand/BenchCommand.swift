import Flipbook
import Frames
import Linux

/// `flipbook bench`: what decoding and copying cost on this machine.
enum BenchCommand: Subcommand {
  static let name = "bench"
  static let abstract = "measure decoding, and copying to a screen beside one memcpy"
  static let synopsis = "SOURCE [options]"
  static var options: [OptionSpecification] {
    [
      .init("--json", group: "Output", "one JSON object instead of text"),
      .init("--part", "decode|copy|all", group: "Output", "what to measure (all)"),
    ]
      + PlayOptions.all.filter { ["--fit", "--format", "--budget"].contains($0.name) }
  }

  static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
    let parsed = try ParsedArguments.parse(arguments, options: options)
    guard parsed.operands.count == 1 else {
      throw UsageError(message: "bench takes one SOURCE.")
    }
    let part = parsed.options.last { $0.name == "--part" }?.value ?? "all"
    guard let parts = BenchFigures.Part(rawValue: part) else {
      throw UsageError(message: "--part \(part): expected one of decode, copy, all.")
    }
    let wanted = parsed.options.filter { $0.name != "--json" && $0.name != "--part" }
      .map { "\($0.name)=\($0.value)" }
    var configuration = try PlayOptions.parse(wanted).configuration
    configuration.source = parsed.operands[0]
    let figures: BenchFigures
    do {
      figures = try BenchFigures.measure(configuration, parts)
    } catch {
      Console.complain(error.message)
      return error.kind.rawValue
    }
    if parsed.options.contains(where: { $0.name == "--json" }) {
      Console.print("\(figures.json)\n")
    } else {
      Console.print(figures.text)
    }
    return ExitStatus.done
  }
}
