import Flipbook
import FlipbookTesting
import Linux
import Timing

extension CampaignScenario {
  /// The seed and all that was drawn from it.
  public var description: String {
    var lines = [
      "seed \(seed): \(frames) frames at \(rate), repeat \(configuration.repeatCount), "
        + "reversed \(configuration.isReversed), autoreverses \(configuration.autoreverses), "
        + "late \(configuration.late), at end \(configuration.atEnd), kms \(configuration.kms), "
        + "format \(configuration.format), overlay \(hasOverlay)"
    ]
    if isEnsemble {
      lines.append(
        "\(configuration.arrangement) on \(configuration.outputs), frames by output "
          + "\(framesByOutput.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    }
    lines += cards.map(\.description)
    if hasTerminal {
      lines.append("on a terminal of its own")
      lines += absences.map { "another in front for vblanks \($0.vblanks), \($0.visitor)" }
    }
    lines += commands.map { "\($0.command) \(Double($0.time) / 1e9) s after the first picture" }
    return lines.joined(separator: "\n")
  }
}
