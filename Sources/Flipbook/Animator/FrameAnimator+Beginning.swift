import Frames
import Linux
import Pixels
import Timing

// The first frame of a run, or one that was jumped to: time stands until its picture is there.
extension FrameAnimator {
  func awaitFrame(_ run: FrameRun) -> Bool {
    if run.isAwaitingScreen { return rest(until: run.cutoff) }
    let position = run.timeline.position(at: run.timeline.anchorTime)
    guard let window = openWindow() else { return rest(until: run.cutoff) }
    move(to: position, run)
    switch frame(position.frame, of: window) {
    case .pending: return rest(until: run.cutoff)
    case .bad(let reason): return passOver(position, run, reason)
    case .ready(let fitted):
      let isShownAlready = run.hasShown && showing?.frame == position.frame
      showing = Showing(frame: position.frame, fitted: fitted, measure: measure)
      host?.animatorDidChange()
      self.run?.isAwaitingScreen = true
      let number = run.number
      let body: () -> Void = { [weak self] in
        self?.beginTime(run: number, position, isShownAlready: isShownAlready)
      }
      if let host { host.whenSeen(body) } else { body() }
      // Where it has begun, a later turn goes on.
      guard let run = self.run, run.isAwaitingScreen else { return false }
      return rest(until: run.cutoff)
    }
  }

  /// The picture at the head's place is seen from now on: time moves the head.
  func beginTime(run number: Int, _ position: PlaybackPosition, isShownAlready: Bool) {
    guard var run, run.number == number, run.isAwaitingScreen,
      run.timeline.position(at: run.timeline.anchorTime) == position
    else { return }
    run.isAwaitingScreen = false
    run.isWaiting = false
    run.passedOver = 0
    run.step = position.step
    run.hasShown = true
    run.chosenAt = run.timeline.anchorTime
    if !run.isPaused {
      run.chosenAt = seenFrom(loop.now)
      run.timeline.start(at: run.chosenAt)
    }
    let isFirst = !run.isTold
    let isTold = isShownAlready && !run.owesFrame
    run.isTold = true
    // Within a callback anything may be asked for, and the animator dropped: nothing follows it.
    run.owesFrame = isFirst
    self.run = run
    wantedIndex = nil
    turnSoon()
    if isFirst {
      tellStart(run)
    } else if !isTold {
      tellFrame(position.frame, run)
    }
  }

  /// Tells of the frame that a run began with.
  func tellFirst(_ run: FrameRun) -> Bool {
    self.run?.owesFrame = false
    turnSoon()
    if let showing { tellFrame(showing.frame, run) }
    return false
  }
}
