import Frames
import Linux
import Pixels
import Timing

// What is shown in the place of a frame that cannot be.
extension FrameAnimator {
  /// The frame to begin with cannot be shown: by rule another, or none.
  func passOver(_ position: PlaybackPosition, _ run: FrameRun, _ reason: String) -> Bool {
    collectNotices()
    guard self.run?.number == run.number else { return true }
    if stopsForBad(position.frame, reason) { return true }
    if run.hasShown, onBadFrame == .hold {
      // What was shown before stays up for its time.
      self.run?.isWaiting = false
      self.run?.step = position.step
      let time = seenFrom(loop.now)
      self.run?.chosenAt = time
      if !run.isPaused { self.run?.timeline.start(at: time) }
      wantedIndex = nil
      return true
    }
    // Each has its turn once: some may be bad, and others have no room.
    guard run.passedOver < run.timeline.playback.cycleSteps,
      let next = run.timeline.passingOver()
    else {
      complainOfNothing()
      finish(false)
      return true
    }
    self.run?.timeline = next
    self.run?.passedOver += 1
    return true
  }

  /// The due frame cannot be shown: by rule another, or none.
  func replace(
    _ due: PlaybackPosition, _ run: FrameRun, _ reason: String, at moment: Int64
  ) -> Bool {
    collectNotices()
    guard self.run?.number == run.number else { return true }
    if stopsForBad(due.frame, reason) { return true }
    if onBadFrame == .skip, let window, let plan = windowPlan {
      for steps in 1..<max(2, count) {
        guard let index = plan.index(after: steps, of: count) else { break }
        switch frame(index, of: window) {
        case .ready(let fitted):
          // It has the place of the bad one, which will never come.
          let place = FrameSchedule.Place(frame: index, step: due.step)
          return show(place, fitted, run, at: moment)
        case .pending where isCutOff(run): break
        case .pending: return awaitDue(run, at: moment)
        case .bad: continue
        }
        break
      }
    }
    // The picture before it stays up: its time passes as if it had been shown.
    self.run?.step = due.step
    self.run?.stepsUnseen += 1
    self.run?.chosenAt = moment
    self.run?.isHeld = false
    return true
  }

  /// Ends the run if no frame can be shown, or a bad one is to end it.
  func stopsForBad(_ frame: Int, _ reason: String) -> Bool {
    if onBadFrame == .stop {
      complainOfStop(frame, reason)
    } else if window?.isHopeless == true {
      complainOfNothing()
    } else {
      return false
    }
    finish(false)
    return true
  }
}
