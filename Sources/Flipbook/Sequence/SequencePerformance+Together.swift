import Frames
import KMS
import Linux
import Timing

/// With `--late slow` all outputs of one playback stay on one frame, and the slowest sets the pace.
///
/// The next frame comes where all have decoded it and none is behind with the one before; until then
/// time waits, for all. A display that takes no pictures at present is not waited for, and goes on
/// with the frame of the time.
extension SequencePerformance {
  /// How long after its vblank a picture has come at the latest, from a display that works.
  private static let trust: Int64 = 300_000_000

  /// The others, where the slowest sets the pace.
  private var others: [SequencePerformance] {
    guard configuration.late == .slow, let ensemble, ensemble.arrangement != .each else {
      return []
    }
    return ensemble.members.compactMap { $0 as? SequencePerformance }.filter { $0 !== self }
  }

  /// The others that take pictures.
  private var presentOthers: [SequencePerformance] { others.filter { !$0.isLeftOut } }

  /// Whether others go on without it: its display takes no pictures at present.
  private var isLeftOut: Bool {
    guard isLit, !isAway, !isArriving, screen.trouble == nil, schedule.submitted != nil else {
      return true
    }
    return screen.isFlipPending
      && screen.clock.time(ofVblank: submittedFor) + Self.trust < loop.now
  }

  /// Whether another output plays on where this one has no display.
  var isAccompanied: Bool { others.contains { !$0.isAway } }

  /// Decides what is due, for all that go by the same time.
  func decide() -> FrameSchedule.Decision {
    let others = presentOthers
    let isFirst = !others.contains { other in
      other.schedule.submitted.flatMap(schedule.distance).map { $0 > 1 } ?? false
    }
    return changingTime {
      if schedule.submitted == nil, let first = furthest(of: others) {
        schedule.join(first.schedule, now: loop.now, grid: screen.clock)
      }
      return schedule.decide(now: loop.now, grid: screen.clock, mayHold: isFirst)
    }
  }

  /// Who is ahead of the others.
  private func furthest(of others: [SequencePerformance]) -> SequencePerformance? {
    others.max { one, other in
      other.schedule.submitted.flatMap(one.schedule.distance).map { $0 > 0 } ?? false
    }
  }

  /// Whether a frame may be shown now as far as the others go; where not, time waits.
  func isAgreed(_ due: FrameSchedule.Place, vblank: Int64) -> Bool {
    let time = screen.clock.time(ofVblank: vblank)
    guard !presentOthers.allSatisfy({ $0.agrees(to: due, at: time, after: schedule) }) else {
      return true
    }
    waitForFrame(due, vblank: vblank)
    arm(screen.clock.submissionTime(vblank + 1))
    return false
  }

  /// A frame is due and may not be shown yet: time waits.
  func waitForFrame(_ due: FrameSchedule.Place, vblank: Int64) {
    let isSeen = presentOthers.contains { $0.schedule.submitted?.step == due.step }
    changingTime { schedule.wait(vblank: vblank, grid: screen.clock, isEntered: isSeen) }
  }

  /// Whether another may show a frame, after what it has shown.
  ///
  /// - Parameter time: from when that would be seen.
  private func agrees(
    to due: FrameSchedule.Place, at time: Int64, after theirs: FrameSchedule
  ) -> Bool {
    guard let submitted = schedule.submitted, submitted.step != due.step else { return true }
    if schedule.hasJumped || theirs.hasJumped {
      // The frame that all were told to go to.
      guard theirs.hasJumped else { return false }
    } else {
      // Who is further behind goes on with the frame of the time, and so does the other then.
      guard theirs.distance(to: due) == 1 else { return true }
      let behind = theirs.submitted.flatMap(schedule.distance) ?? 0
      guard behind != 1 else { return false }
      guard behind == 0 else { return true }
      // It may have been submitted, and be seen a long refresh later.
      let isSeen = !screen.isFlipPending || screen.clock.time(ofVblank: submittedFor) <= time
      guard isSeen else { return false }
    }
    if case .pending = window.frame(due.frame) { return false }
    return true
  }

  /// Does what may have time wait, for all.
  private func changingTime<Result>(_ body: () -> Result) -> Result {
    let before = schedule.playback
    let result = body()
    guard schedule.playback != before else { return result }
    for other in others { other.schedule.wait(by: schedule.playback) }
    return result
  }
}
