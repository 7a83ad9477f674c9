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
    if let target = run.timeline.target {
      let ending = run.timeline.ending
      run.timeline = drive(from: frame, to: target)
      run.timeline.end(by: ending, from: run.timeline.anchorTime)
    } else if run.hasShown {
      run.timeline.seek(to: frame, at: loop.now)
    } else {
      run.timeline = FrameTimeline(playback(from: frame), ending: run.timeline.ending)
    }
    run.awaitPlace()
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
      let present = run.present(at: loop.now)
      let frame = run.timeline.position(at: present).frame
      let isNew = isNew(run)
      run.turn(at: present, resuming: seenFrom(loop.now))
      // A frame that has only come has all its time, whichever way it is left.
      if isNew { run.beginAgain(at: frame) }
    } else {
      run.timeline = FrameTimeline(playback(from: wantedIndex), ending: run.timeline.ending)
      run.isAwaitingScreen = false
    }
    self.run = run
    host?.animatorDidChange()
    turnSoon()
  }

  /// Whether the present frame has only come: it is about to be shown, or is being told.
  func isNew(_ run: FrameRun) -> Bool { run.isWaiting || run.owesFrame || isTelling }

  func changeSpeed(to speed: Double) {
    keepWhatWasGiven()
    pace = speed.isNaN ? 1 : min(max(speed, 0.000_001), 1000)
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
    if let target = run.timeline.target {
      run.timeline = drive(from: frame ?? firstIndex, to: min(target, max(0, count - 1)))
    } else {
      run.timeline = FrameTimeline(playback(from: frame), ending: run.timeline.ending)
    }
    run.awaitPlace()
    self.run = run
    turnSoon()
  }
}
