import Timing

// Several outputs that show one scene each have their own animator of the same frames.
extension FrameAnimator {
  /// Goes to where another of the same frames is, and on as that does: it was told things before this
  /// one was there to hear them.
  func follow(_ other: FrameAnimator) {
    guard !isClosed, count == other.count, var run, let theirs = other.run, theirs.hasShown else {
      return
    }
    runsReversed = other.runsReversed
    run.timeline = theirs.timeline
    run.isPaused = theirs.isPaused
    run.awaitPlace()
    if !theirs.isWaiting {
      run.isWaiting = false
      run.chosenAt = theirs.chosenAt
    }
    self.run = run
    host?.animatorDidChange()
    turnSoon()
  }
}
