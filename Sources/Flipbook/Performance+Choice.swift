import Frames
import KMS
import Linux
import Pixels
import Timing

extension Performance {
  /// The picture for a frame that is due: its own, or by rule another, or none.
  ///
  /// None means: nothing to submit now, the loop is woken when that changes.
  func choose(_ due: PlaybackPosition, vblank: Int64) -> (index: Int, picture: FittedPicture)? {
    switch window.frame(due.frame) {
    case .ready(let picture): return (due.frame, picture)
    case .bad(let reason): return replace(due, reason: reason, vblank: vblank)
    case .pending:
      schedule.waitAtThreshold(vblank: vblank, grid: screen.clock)
      // What is due changes with time even if nothing is decoded.
      arm(screen.clock.time(ofVblank: vblank) + Int64(screen.period / 8))
      for index in schedule.overdue(before: due, limit: 32) {
        if case .ready(let picture) = window.frame(index) { return (index, picture) }
      }
      // Asked last, so that it is this frame's decoding that wakes the loop.
      if case .ready(let picture) = window.frame(due.frame) { return (due.frame, picture) }
      return nil
    }
  }

  /// What is shown in the time of a bad frame.
  private func replace(_ due: PlaybackPosition, reason: String, vblank: Int64)
    -> (index: Int, picture: FittedPicture)?
  {
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
        case .ready(let picture): return (index, picture)
        case .pending:
          move(to: index, plan.direction)
          arm(screen.clock.time(ofVblank: vblank) + Int64(screen.period / 8))
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
    schedule.note(due, vblank: vblank, grid: screen.clock)
    lastStep = due.step
    arm(loop.now)
  }

  /// Ends the run because of a bad frame, as `--on-bad-frame stop` asks.
  func stopForBad(_ frame: Int, _ reason: String) {
    let name = sequence.frames[frame].name
    fail(
      PlayerError(
        .failed,
        "\(name) (frame \(frame)) \(reason). The player stops there, as --on-bad-frame stop asks."))
  }
}
