import Flipbook
import FlipbookTesting
import Linux
import Timing

/// What is wrong with a run.
struct CampaignJudgement {
  /// In sentences; empty for nothing.
  private(set) var complaints: [String] = []
  /// Nanoseconds of calm that were judged.
  private(set) var judgedTime: Int64 = 0

  private let run: CampaignRun
  private var scenario: CampaignScenario { run.scenario }

  init(_ run: CampaignRun) {
    self.run = run
    judgeBuffers()
    guard case .success = run.outcome else {
      complaints.append("the run failed: \(String(describing: run.outcome))")
      return
    }
    judgePictures()
    judgeLeaving()
  }

  private mutating func expect(_ holds: Bool, _ sentence: String) {
    if !holds { complaints.append(sentence) }
  }

  // MARK: - Buffers

  private mutating func judgeBuffers() {
    for card in run.cards {
      expect(card.bufferViolations.isEmpty, "\(card.path): \(card.bufferViolations.prefix(3))")
      // Another program may be there at the end, with a picture of its own.
      let isAlone = run.end > run.lastFaultTime + 1_000_000_000
      expect(
        card.liveBuffers == 0 && card.liveMappings == 0 && card.liveBlobs == 0
          && (!isAlone || card.liveFramebuffers == 0),
        "\(card.path): \(card.liveBuffers) buffers, \(card.liveFramebuffers) framebuffers, "
          + "\(card.liveMappings) mappings and \(card.liveBlobs) blobs are left")
    }
    expect(run.strangePictures.isEmpty, "\(run.strangePictures.prefix(3))")
  }

  // MARK: - Pictures

  private var startTime: Int64? {
    for case .start(_, let time) in run.events { return time }
    return nil
  }

  private mutating func judgePictures() {
    guard let start = startTime else { return complaints.append("nothing was ever played") }
    let timeline = CampaignTimeline(run)
    let slowest = run.sightings.values.map(\.period).max() ?? 0
    // A second; or, where the display is very slow, a few of its refreshes.
    let calm = max(start, run.lastFaultTime + max(1_000_000_000, Int64(6 * slowest)))
    var oracle = CampaignOracle(scenario, start: start)
    if scenario.configuration.late == .slow {
      // Where time waits for every picture it goes no faster than the display.
      guard scenario.rate.frameNanoseconds > 1.02 * slowest else { return }
      // One picture for the whole time has no change to be judged by.
      guard let again = CampaignOracle(scenario, goingOnFrom: calm, on: timeline) else { return }
      oracle = again
    }
    var blind: [ClosedRange<Int64>] = []
    for (command, after) in scenario.commands {
      let time = start + after
      // A loop that waits in a call for the kernel obeys once a picture has come.
      let next = timeline.nextPicture(after: time) ?? time
      oracle.obey(
        command, at: time, shown: timeline.frames(at: time),
        slack: next - time + Int64(2.5 * min(slowest, 4e7)))
      blind.append(time...next + Int64(3 * slowest))
    }
    var end = run.end
    if scenario.configuration.atEnd != .hold, let ending = oracle.end { end = min(end, ending) }
    end -= Int64(slowest)
    guard end > calm else { return }
    judgedTime = end - calm
    judge(timeline, with: oracle, from: calm, to: end, blind)
    judgeGlances(oracle, from: calm, to: end, blind)
  }

  private mutating func judge(
    _ timeline: CampaignTimeline, with oracle: CampaignOracle, from calm: Int64, to end: Int64,
    _ blind: [ClosedRange<Int64>]
  ) {
    // The screen that is played on: the one that shows frames last.
    let screen = timeline.screens.filter { $0.contains { $0.frame != nil && $0.end > calm } }
      .max { ($0.last { $0.frame != nil }?.end ?? 0) < ($1.last { $0.frame != nil }?.end ?? 0) }
    guard let screen else {
      return complaints.append("nothing is seen after \(seconds(calm))")
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
          "\(stretch.isConsole ? "the console" : "nothing") is seen at \(seconds(from)); calm "
            + "since \(seconds(calm))")
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
            "frame \(frame) is seen at \(seconds(vblank)), from \(seconds(stretch.start)) to "
              + "\(seconds(stretch.end)), where it is at \(oracle.text(at: vblank)); calm since "
              + "\(seconds(calm))")
        }
      }
    }
    expect(
      seen >= end - Int64(1.5 * (screen.last?.period ?? 0)),
      "nothing is seen after \(seconds(seen)); calm since \(seconds(calm))")
  }

  private mutating func judgeGlances(
    _ oracle: CampaignOracle, from calm: Int64, to end: Int64, _ blind: [ClosedRange<Int64>]
  ) {
    for glance in run.glances where glance.time > calm && glance.time < end {
      guard !blind.contains(where: { $0.contains(glance.time) }) else { continue }
      let pictures = glance.seen.compactMap { run.latest[$0.card][$0.framebuffer] }
      expect(
        !pictures.isEmpty,
        "no display shows anything at \(seconds(glance.time)); calm since \(seconds(calm))")
    }
  }

  /// By how much besides a picture may be off its time.
  private func blur(_ stretch: CampaignTimeline.Stretch) -> Int64 {
    // No clock follows a display of less than two refreshes a second.
    if stretch.period > 500_000_000 { return Int64(stretch.period) }
    // An animator's frames change a quarter of a refresh before the vblanks of its first display.
    return scenario.hasOverlay ? Int64(CampaignScenario.period(scenario.card) / 4) : 0
  }

  private func seconds(_ time: Int64) -> String { "\(Double(time) / 1e9) s" }

  // MARK: - Leaving

  private var hasMoved: Bool {
    run.events.contains { if case .display("absent", _, _) = $0 { true } else { false } }
  }

  private mutating func judgeLeaving() {
    guard scenario.replacement == nil, run.end > run.lastFaultTime + 1_000_000_000 else {
      return
    }
    let keepsPictures = scenario.card.kernel >= KernelVersion(6, 8)
    switch scenario.configuration.atEnd {
    case .hold where keepsPictures:
      expect(run.left.contains { $0.frame != nil }, "the last picture is not left: \(run.left)")
    case .black where keepsPictures:
      // An output that the player has left for another shows the console again.
      expect(
        run.left.allSatisfy { $0.isBlack || hasMoved && $0.isConsole },
        "something is on a screen that was to be black: \(run.left)")
    default:
      expect(run.left.allSatisfy { $0.frame == nil }, "a picture is left: \(run.left)")
      expect(
        // One that was on another output comes back when the last file of the card is closed.
        !scenario.card.consoleIsLit || hasMoved || scenario.configuration.atEnd != .restore
          || run.left.contains { $0.isConsole }, "no console is back")
    }
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
