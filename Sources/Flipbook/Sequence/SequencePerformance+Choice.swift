import Frames
import KMS
import Linux
import Pixels
import Timing

extension SequencePerformance {
  /// What is shown, and whose place in time it has.
  struct Choice {
    let place: FrameSchedule.Place
    let picture: FittedPicture

    init(_ place: FrameSchedule.Place, _ picture: FittedPicture) {
      self.place = place
      self.picture = picture
    }
  }

  /// The picture for a frame that is due: its own, or by rule another, or none.
  ///
  /// None means: nothing to submit now, the loop is woken when that changes.
  func choose(_ due: PlaybackPosition, vblank: Int64) -> Choice? {
    switch window.frame(due.frame) {
    case .ready(let picture): return Choice(due.place, picture)
    case .bad(let reason): return replace(due, reason: reason, vblank: vblank)
    case .pending:
      // It may still be ready in time.
      let standIn = schedule.standInTime(vblank, grid: screen.clock)
      guard loop.now >= standIn else {
        arm(standIn)
        return nil
      }
      waitForFrame(due.place, vblank: vblank)
      // What is due changes with time even if nothing is decoded.
      arm(screen.clock.submissionTime(vblank + 1))
      for place in schedule.overdue(before: due, limit: 32) {
        if case .ready(let picture) = window.frame(place.frame) { return Choice(place, picture) }
      }
      // Asked last, so that it is this frame's decoding that wakes the loop.
      if case .ready(let picture) = window.frame(due.frame) { return Choice(due.place, picture) }
      return nil
    }
  }

  /// What is shown in the time of a bad frame.
  private func replace(_ due: PlaybackPosition, reason: String, vblank: Int64) -> Choice? {
    switch configuration.onBadFrame {
    case .stop:
      stopForBad(due.frame, reason)
      return nil
    case .hold:
      // The picture before it stays up: its time passes as if it had been shown.
      pass(due, vblank: vblank)
      return nil
    case .skip:
      for steps in 1..<max(2, sequence.frames.count) {
        guard let index = plan.index(after: steps, of: sequence.frames.count) else { break }
        switch window.frame(index) {
        case .ready(let picture):
          // It has the place of the bad one, which will never come.
          return Choice(FrameSchedule.Place(frame: index, step: due.step), picture)
        case .pending:
          move(to: index, plan.direction)
          arm(screen.clock.submissionTime(vblank + 1))
          return nil
        case .bad: continue
        }
      }
      pass(due, vblank: vblank)
      return nil
    }
  }

  /// Lets a frame's time pass without a picture of its own.
  private func pass(_ due: PlaybackPosition, vblank: Int64) {
    schedule.note(due.place, vblank: vblank, grid: screen.clock)
    lastStep = due.step
    arm(loop.now)
  }

  /// Ends the run because of a bad frame, as `--on-bad-frame stop` asks.
  func stopForBad(_ frame: Int, _ reason: String) {
    let name = sequence.frames[frame].name
    fail(PlayerError(.failed, Self.stopSentence(name, frame, reason)))
  }
}
