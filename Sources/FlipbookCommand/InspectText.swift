import Frames
import Pixels

/// What a source holds, for people.
enum InspectText {
  private static let mostLines = 20

  static func text(_ report: SequenceReport, _ screen: PixelSize) -> String {
    var text = row("source", report.name)
    let kinds = report.kinds.map { "\($0.files) \($0.kind.name)" }.joined(separator: ", ")
    let files = report.files == report.frames ? "" : " of \(report.files) files"
    text += row("frames", "\(report.frames)\(files)\(kinds.isEmpty ? "" : ": \(kinds)")")
    for (index, entry) in report.sizes.prefix(mostLines).enumerated() {
      text += row(index == 0 ? "sizes" : "", "\(entry.size)  \(entry.files)")
    }
    text += holes(report.holes)
    for (index, name) in report.passedOver.prefix(mostLines).enumerated() {
      text += row(index == 0 ? "passed over" : "", name)
    }
    text += more(report.passedOver.count)
    for (index, bad) in report.badFrames.prefix(mostLines).enumerated() {
      text += row(index == 0 ? "bad" : "", "\(bad.name) (frame \(bad.index)) \(bad.reason)")
    }
    text += more(report.badFrames.count)
    text += row("on disk", ByteCount.describe(report.fileBytes))
    if report.badFrames.count < report.files { text += memory(report, screen) }
    text += row("budget", "\(ByteCount.describe(report.budget)): \(budget(report))")
    return text
  }

  private static func memory(_ report: SequenceReport, _ screen: PixelSize) -> String {
    var text = row(
      "decoded", "\(ByteCount.describe(report.decodedBytes)) for a screen of \(screen)")
    text += row("one frame", "at most \(ByteCount.describe(report.peakBytes)) while it is decoded")
    return text
  }

  private static func budget(_ report: SequenceReport) -> String {
    if report.badFrames.count == report.files { return "no frame can be decoded" }
    if report.fitsBudget { return "all frames fit and are decoded once" }
    return report.heldFiles < 2
      ? "too small for one frame beside that on screen; "
        + "give at least \(ByteCount.describe(2 * report.peakBytes))"
      : "the window holds at least \(report.heldFiles) frames; all are decoded in each cycle"
  }

  private static func holes(_ holes: [ClosedRange<Int>]) -> String {
    guard !holes.isEmpty else { return row("holes", "none") }
    let missing = holes.missingNumbers
    let first = holes.prefix(mostLines).map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }
    let rest = holes.count > mostLines ? ", …" : ""
    return row("holes", "\(missing) numbers missing: \(first.joined(separator: ", "))\(rest)")
  }

  private static func more(_ count: Int) -> String {
    count > mostLines ? row("", "and \(count - mostLines) more") : ""
  }

  private static func row(_ name: String, _ value: String) -> String {
    "\(padded(name, to: 12))\(value.printable)\n"
  }
}
