import Linux
import Timing

// Going elsewhere while it plays: another frame, the other way, another speed, other frames.
extension FrameAnimator {
  /// The frame that a run begins at by itself.
  var firstIndex: Int { runsReversed ? max(0, count - 1) : 0 }

  func seek(to frame: Int) {
    let frame = min(max(0, frame), max(0, count - 1))
    wantedIndex = frame
    isFadedAway = false
    given = nil
    guard var run else { return turnSoon() }
    if run.hasShown || run.isDriven {
      run.timeline.seek(to: frame, at: loop.now)
      run.aimAgain(at: loop.now)
    } else {
      run.timeline = FrameTimeline(playback(from: frame), ending: run.timeline.ending)
    }
    run.isWaiting = true
    run.isAwaitingScreen = false
    run.isHeld = false
    run.step = nil
    run.jumps += 1
    self.run = run
    turnSoon()
  }

  func turn(reversed: Bool) {
    guard reversed != runsReversed else { return }
    runsReversed = reversed
    guard run != nil else { return turnSoon() }
    keepWhatWasGiven()
    guard var run, !run.isDriven else { return }
    if run.hasShown {
      run.turn(at: run.present(at: loop.now), resuming: seenFrom(loop.now))
    } else {
      run.timeline = FrameTimeline(playback(from: wantedIndex), ending: run.timeline.ending)
      run.isAwaitingScreen = false
    }
    self.run = run
    host?.animatorDidChange()
    turnSoon()
  }

  func changeSpeed(to speed: Double) {
    pace = speed.isNaN ? 1 : min(max(speed, 0.000_001), 1000)
    guard run != nil else { return }
    keepWhatWasGiven()
    guard var run else { return }
    let present = run.present(at: loop.now)
    run.timeline.setSpeed(pace, at: present)
    run.chosenAt = present
    self.run = run
    host?.animatorDidChange()
    turnSoon()
  }

  func replace(with origin: FrameOrigin) {
    let present = run.map { $0.timeline.position(at: $0.present(at: loop.now)).frame }
    cancelPrecache()
    closeWindow()
    self.origin = origin
    badFrames = []
    badAtRest = nil
    isFadedAway = false
    given = nil
    wantedIndex = nil
    guard var run else {
      showing = nil
      host?.animatorDidChange()
      return turnSoon()
    }
    let frame = present.flatMap { $0 < count ? $0 : nil }
    if case .target(let target) = run.timeline.ending {
      run.timeline = drive(from: frame ?? firstIndex, to: min(target, max(0, count - 1)))
    } else {
      run.timeline = FrameTimeline(playback(from: frame), ending: run.timeline.ending)
    }
    run.isWaiting = true
    run.isAwaitingScreen = false
    run.isHeld = false
    run.step = nil
    run.jumps += 1
    self.run = run
    turnSoon()
  }
}
