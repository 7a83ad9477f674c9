import Flipbook
import FlipbookTesting
import Timing

/// Whether the pictures on the screens are those of their time.
extension CampaignJudgement {
  mutating func judgePictures() {
    guard let start else { return complaints.append("nothing was ever played") }
    // A second; or, where the display is very slow, a few of its refreshes.
    let calm = max(start, run.lastFaultTime + max(1_000_000_000, Int64(6 * slowest)))
    var end = run.end
    if scenario.isEnsemble {
      judgeOutputs(start: start, calm: calm)
    } else {
      var oracle = CampaignOracle(scenario, start: start)
      if scenario.configuration.late == .slow {
        // Where time waits for every picture it goes no faster than the display.
        guard scenario.rate.frameNanoseconds > 1.02 * slowest else { return }
        // One picture for the whole time has no change to be judged by.
        guard let again = CampaignOracle(scenario, goingOnFrom: calm, on: timeline) else { return }
        oracle = again
      }
      let blind = obey(&oracle, start: start, on: nil)
      end = lastJudged(oracle)
      guard end > calm else { return }
      judgedTime = end - calm
      // The screen that is played on: the one that shows frames last.
      let screen = timeline.screens.filter { $0.contains { $0.frame != nil && $0.end > calm } }
        .max { ($0.last { $0.frame != nil }?.end ?? 0) < ($1.last { $0.frame != nil }?.end ?? 0) }
      judge(screen ?? [], with: oracle, from: calm, to: end, blind)
      judgeGlances(from: calm, to: end, blind)
    }
  }

  /// When the player begins to leave; until then it plays.
  var lastPlayed: Int64 {
    guard let start, let limit = scenario.configuration.timeLimit else { return run.end }
    return min(run.end, start + limit)
  }

  /// Up to when pictures are judged.
  func lastJudged(_ oracle: CampaignOracle) -> Int64 {
    var end = lastPlayed
    if scenario.configuration.atEnd != .hold, let ending = oracle.end { end = min(end, ending) }
    return end - Int64(slowest)
  }

  /// Has an oracle obey all commands.
  ///
  /// - Parameter output: the output that leads; nil for all.
  /// - Returns: times of which nothing certain is known.
  func obey(
    _ oracle: inout CampaignOracle, start: Int64, on output: String?
  ) -> [ClosedRange<Int64>] {
    var blind: [ClosedRange<Int64>] = []
    for (command, after) in scenario.commands {
      let time = start + after
      // A loop that waits in a call for the kernel obeys once a picture has come.
      let next = timeline.nextPicture(after: time, on: output) ?? time
      oracle.obey(
        command, at: time, shown: timeline.frames(at: time, on: output),
        slack: next - time + Int64(2.5 * min(slowest, 4e7)))
      blind.append(time...next + Int64(3 * slowest))
    }
    return blind
  }

  /// Judges the pictures of a screen, or of an output.
  ///
  /// - Parameter name: what to call it.
  mutating func judge(
    _ screen: [CampaignTimeline.Stretch], _ name: String = "", with oracle: CampaignOracle,
    from calm: Int64, to end: Int64, _ blind: [ClosedRange<Int64>]
  ) {
    guard screen.contains(where: { $0.frame != nil && $0.end > calm }) else {
      return complaints.append("\(name)nothing is seen after \(seconds(calm))")
    }
    var seen = calm
    for stretch in screen where stretch.end > calm && stretch.start < end {
      let from = max(stretch.start, calm)
      let to = min(stretch.end, end)
      guard from < to else { continue }
      guard from <= seen + Int64(stretch.period) else { break }
      seen = to
      guard let frame = stretch.frame else {
        return complaints.append(
          "\(name)\(stretch.isConsole ? "the console" : "nothing") is seen at \(seconds(from)); "
            + "calm since \(seconds(calm))")
      }
      let slack = Int64(stretch.period / 8) + (stretch.hasVblank ? 0 : 1_100_000)
      let last = max(from, to - Int64(stretch.period))
      for vblank in [from, last]
      where !blind.contains(where: { $0.contains(vblank) }) {
        // At its vblank a picture is chosen for a moment in the first half of its refresh; one
        // whose vblank was before the calm is judged like any moment.
        let isVblank = vblank == stretch.start || (vblank == last && last > calm)
        let early = isVblank ? slack : slack + Int64(stretch.period)
        guard
          oracle.allows(
            frame, from: vblank - early - blur(stretch),
            to: vblank + Int64(stretch.period / 2) + slack + blur(stretch))
        else {
          return complaints.append(
            "\(name)frame \(frame) is seen at \(seconds(vblank)), from \(seconds(stretch.start)) "
              + "to \(seconds(stretch.end)), where it is at \(oracle.text(at: vblank)); calm "
              + "since \(seconds(calm))")
        }
      }
    }
    expect(
      seen >= end - Int64(1.5 * (screen.last?.period ?? 0)),
      "\(name)nothing is seen after \(seconds(seen)); calm since \(seconds(calm))")
  }

  private mutating func judgeGlances(
    from calm: Int64, to end: Int64, _ blind: [ClosedRange<Int64>]
  ) {
    for glance in run.glances where glance.time > calm && glance.time < end {
      guard !blind.contains(where: { $0.contains(glance.time) }) else { continue }
      expect(
        glance.seen.contains { $0.sighting.frame != nil },
        "no display shows anything at \(seconds(glance.time)); calm since \(seconds(calm))")
    }
  }

  /// By how much besides a picture may be off its time.
  func blur(_ stretch: CampaignTimeline.Stretch) -> Int64 {
    // No clock follows a display of less than two refreshes a second: its flips are taken for lost,
    // and asked for again, so that a picture has two refreshes.
    if stretch.period > 500_000_000 { return Int64(2 * stretch.period) }
    // An animator's frames change a quarter of a refresh before the vblanks of its first display.
    return scenario.hasOverlay ? Int64(max(scenario.period, firstPeriod) / 4) : 0
  }

  /// A refresh of the display that is played on first.
  private var firstPeriod: Double {
    scenario.isEnsemble
      ? scenario.cards.flatMap(\.configuration.outputs).map { 1e9 / $0.modes[0].refresh.hertz }
        .max() ?? 0 : 0
  }
}

extension CampaignOracle {
  /// Where time waits for pictures, a run goes on from what is on the screen; nil for nothing.
  fileprivate init?(
    _ scenario: CampaignScenario, goingOnFrom time: Int64, on timeline: CampaignTimeline
  ) {
    let change = timeline.screens.joined()
      .filter { $0.start >= time && $0.frame != nil }
      .min { $0.start < $1.start }
    guard let change, let frame = change.frame else { return nil }
    let step = Double(scenario.configuration.isReversed ? scenario.frames - 1 - frame : frame)
    let slack = change.period / scenario.rate.frameNanoseconds
    self.init(scenario, start: change.start, position: step - slack...step + slack)
  }
}
