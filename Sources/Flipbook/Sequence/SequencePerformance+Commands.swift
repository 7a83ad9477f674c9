import Frames
import KMS
import Linux
import Timing

/// What a sequence does when it is told.
extension SequencePerformance {
  /// Does what a command says.
  func carryOut(_ command: Command, _ now: Int64) {
    if isPaused || isAway { schedule.forgetShown() }
    switch command {
    case .start: start(now)
    case .stop: stop(now)
    case .toggle: schedule.playback.isRunning && !hasFinished ? stop(now) : start(now)
    case .reverse:
      schedule.reverse(now: now, grid: screen.clock)
      prepared = nil
      if hasFinished { resume(now) }
      let direction = schedule.playback.position(at: now).direction
      tell(.reverse(direction: direction == .forwards ? "forwards" : "backwards", time: now))
      if let submitted = schedule.submitted { move(to: submitted.frame, direction) }
    case .seek(let frame):
      schedule.seek(to: frame, now: now, grid: screen.clock)
      lastStep = nil
      if hasFinished { resume(now) }
    case .quit: end(.done)
    }
  }

  private func start(_ now: Int64) {
    guard !schedule.playback.isRunning || hasFinished else { return }
    if hasFinished { lastStep = nil }
    schedule.start(now: now, grid: screen.clock)
    resume(now)
  }

  private func stop(_ now: Int64) {
    guard schedule.playback.isRunning, !hasFinished else { return }
    schedule.stop(now: now, grid: screen.clock)
    tell(.stop(animation: sequence.name, finished: false, time: now))
  }

  private func resume(_ now: Int64) {
    hasFinished = false
    ensemble?.noteStart(of: self)
    tell(.start(animation: sequence.name, time: now))
  }
}
