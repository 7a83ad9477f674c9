import Flipbook
import Frames
import Linux

/// `flipbook bench`: what decoding, copying and composing cost on this machine.
enum BenchCommand: Subcommand {
  static let name = "bench"
  static let abstract = "measure decoding, copying to a screen beside one memcpy, or composing"
  static let synopsis = "SOURCE [options] | --part compose"
  static var options: [OptionSpecification] {
    [
      .init("--json", group: "Output", "one JSON object instead of text"),
      .init(
        "--part", "decode|copy|all|compose", group: "Output",
        "what to measure (all: decode and copy); compose takes no SOURCE"),
    ]
      + PlayOptions.all.filter { ["--fit", "--format", "--budget"].contains($0.name) }
  }

  static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
    let parsed = try ParsedArguments.parse(arguments, options: options)
    let part = parsed.options.last { $0.name == "--part" }?.value ?? "all"
    if part == "compose" { return try compose(parsed) }
    guard parsed.operands.count == 1 else {
      throw UsageError(message: "bench takes one SOURCE.")
    }
    guard let parts = BenchFigures.Part(rawValue: part) else {
      throw UsageError(message: "--part \(part): expected one of decode, copy, all, compose.")
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
    print(figures.json, figures.text, parsed)
    return ExitStatus.done
  }

  private static func compose(_ parsed: ParsedArguments) throws(UsageError) -> Int32 {
    guard parsed.operands.isEmpty else {
      throw UsageError(message: "bench --part compose makes its own pictures: it takes no SOURCE.")
    }
    do {
      let figures = try ComposeFigures.measure()
      print(figures.json, figures.text, parsed)
      return ExitStatus.done
    } catch {
      Console.complain(error.message)
      return error.kind.rawValue
    }
  }

  private static func print(_ json: JSONObject, _ text: String, _ parsed: ParsedArguments) {
    Console.print(parsed.options.contains { $0.name == "--json" } ? "\(json)\n" : text)
  }
}
