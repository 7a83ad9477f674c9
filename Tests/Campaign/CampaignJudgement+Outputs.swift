import Flipbook
import FlipbookTesting
import Timing

/// Several outputs: each shows what it should, and none is disturbed by what another has.
extension CampaignJudgement {
  private static let second: Int64 = 1_000_000_000

  mutating func judgeOutputs(start: Int64, calm: Int64) {
    let names = Set(scenario.cards.flatMap { $0.configuration.outputs.map(\.name) }).sorted()
    let leader = run.starts.first?.output
    for name in names where isThere(name) {
      let isAlone = scenario.configuration.arrangement == .each
      // One that has a source of its own starts when it comes.
      let began = isAlone ? run.starts.first { $0.output == name }?.time : start
      guard let began else {
        complaints.append("\(name): nothing was ever played")
        continue
      }
      var oracle = CampaignOracle(
        scenario, start: began, frames: isAlone ? scenario.framesByOutput[name] : nil)
      let blind = obey(&oracle, start: start, on: leader)
      let end = isAlone ? lastPlayed - Int64(slowest) : lastJudged(oracle)
      let stretches = timeline.outputs[name] ?? []
      if end > calm {
        judgedTime += end - calm
        judge(stretches, "\(name): ", with: oracle, from: max(calm, began), to: end, blind)
        judgeGlances(name, from: calm, to: end)
      }
      for quiet in quietTimes(name, from: began, to: min(end, calm)) {
        undisturbedTime += quiet.upperBound - quiet.lowerBound
        judgeUndisturbed(name, stretches, with: oracle, quiet, blind)
      }
    }
  }

  /// Whether an output's card is there when the run ends: one that ends early may miss its return.
  private func isThere(_ name: String) -> Bool {
    let last = run.cards.last { card in
      card.configuration.outputs.contains { $0.name == name }
    }
    return last.map { !$0.isGone } ?? false
  }

  private mutating func judgeGlances(_ name: String, from calm: Int64, to end: Int64) {
    for glance in run.glances where glance.time > calm && glance.time < end {
      expect(
        glance.seen.contains { $0.output == name && $0.sighting.frame != nil },
        "\(name) shows nothing at \(seconds(glance.time)); calm since \(seconds(calm))")
    }
  }

  // MARK: - Undisturbed

  /// A few refreshes: what a program of one thread may owe one output for the sake of another, for
  /// which it waits in a call until a flip is done.
  private var patience: Int64 { Int64(4 * slowest) + 50_000_000 }

  /// The times in which an output has no trouble of its own, though others may.
  private func quietTimes(_ name: String, from: Int64, to: Int64) -> [ClosedRange<Int64>] {
    let recovery = max(Self.second, Int64(6 * slowest))
    var troubles: [(Int64, Int64)] = [(from - 1, from + recovery)]
    func isOf(_ card: Int) -> Bool {
      run.cards[card].configuration.outputs.contains { $0.name == name }
    }
    for (card, incident) in run.incidents where isOf(card) {
      guard incident.outputs?.contains(name) ?? true else { continue }
      troubles.append((incident.time - patience, incident.time + recovery))
    }
    for (card, output, span) in run.spans
    where card.map(isOf) ?? true && output ?? name == name {
      troubles.append((span.lowerBound - patience, span.upperBound + recovery))
    }
    for arrival in run.arrivals where isOf(arrival.card) {
      // Until then there was none, or another was pulled out.
      let before = run.arrivals.last { $0.card < arrival.card && isOf($0.card) }
      let last = before.flatMap { before in
        run.incidents.last { $0.card == before.card && $0.incident.kind == .removal }?
          .incident.time
      }
      troubles.append((last ?? from - 1, arrival.time + recovery))
    }
    var quiet: [ClosedRange<Int64>] = []
    var time = from
    for (start, end) in troubles.sorted(by: { $0.0 < $1.0 }) {
      if start > time + patience { quiet.append(time...min(start, to)) }
      time = max(time, end)
      guard time < to else { return quiet.filter { $0.upperBound > $0.lowerBound } }
    }
    if to > time { quiet.append(time...to) }
    return quiet.filter { $0.upperBound > $0.lowerBound }
  }

  private mutating func judgeUndisturbed(
    _ name: String, _ screen: [CampaignTimeline.Stretch], with oracle: CampaignOracle,
    _ quiet: ClosedRange<Int64>, _ blind: [ClosedRange<Int64>]
  ) {
    var seen = quiet.lowerBound
    for stretch in screen where stretch.end > quiet.lowerBound && stretch.start < quiet.upperBound {
      let from = max(stretch.start, quiet.lowerBound)
      let to = min(stretch.end, quiet.upperBound)
      guard from < to else { continue }
      if from > seen + patience { break }
      seen = to
      let last = max(from, to - Int64(stretch.period))
      for moment in [from, last] where !blind.contains(where: { $0.contains(moment) }) {
        let isRight =
          stretch.frame.map {
            oracle.allows(
              $0, from: moment - patience - blur(stretch),
              to: moment + Int64(0.625 * stretch.period) + blur(stretch) + 1_100_000)
          } ?? false
        guard isRight else {
          return complaints.append(
            "\(name), which has no trouble from \(seconds(quiet.lowerBound)) to "
              + "\(seconds(quiet.upperBound)), shows \(stretch.frame.map { "frame \($0)" } ?? "none") "
              + "at \(seconds(moment)), where it is at \(oracle.text(at: moment))")
        }
      }
    }
    expect(
      seen >= quiet.upperBound - patience - Int64(slowest),
      "\(name), which has no trouble from \(seconds(quiet.lowerBound)) to "
        + "\(seconds(quiet.upperBound)), shows nothing after \(seconds(seen))")
  }
}
