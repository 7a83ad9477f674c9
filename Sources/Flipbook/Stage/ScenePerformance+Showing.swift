import KMS
import Layers
import Linux
import Pixels

extension ScenePerformance {
  /// Shows the first picture as soon as everything that it shows is there.
  func lightUp() {
    let now = loop.now
    guard compositor.isReady(at: now) else { return }
    // One that was refused is prepared already.
    let (isNew, frames) = composeFrames(at: now)
    guard isNew || screen.isPrepared else { return }
    guard let outcome = show() else { return }
    guard case .shown(let presentation) = outcome else {
      arm(screen.retryTime ?? now + Int64(screen.period))
      return
    }
    takenVblank = presentation.vblank
    let isGoingOn = light(presentation) {
      // What starts with the picture is told before its frames.
      beginScene(at: sharedBeginning ?? presentation.timestamp)
      note(Showing(vblank: presentation.vblank, frames: frames), presentation)
    }
    if isGoingOn, !isOver { perform() }
  }

  /// Composes and submits what the next free vblank is to show.
  func perform() {
    // The flip's event brings us back.
    guard !screen.isFlipPending, !isUnderWay else { return }
    let grid = screen.clock
    let soonest = grid.soonestVblank(now: loop.now)
    let target = max(soonest, takenVblank + 1)
    // The next vblank has its picture already, or may still take one: this one is for the vblank
    // after it.
    guard grid.isTurn(ofVblank: target, now: loop.now, seen: takenVblank) else {
      return arm(grid.submissionTime(target))
    }
    let time = sampleTime(target)
    let isOver = isEnding && !changedFrames(at: time).contains { $0.animator === commanded }
    guard !isOver else { return noteRunOut() }
    let (isNew, frames) = composeFrames(at: time)
    guard isNew else {
      if case .nothing = due { noteUnchanged(frames) }
      return armNext(after: target)
    }
    clock.noteDrawn(time)
    guard let outcome = show() else { return }
    let showing = Showing(vblank: target, frames: frames)
    if case .shown(let presentation) = outcome {
      note(showing, presentation)
      // No event of a flip brings us back after a mode set.
      arm(loop.now)
    } else {
      underway = showing
      // The kernel had no room: the screen keeps the picture until it is asked again.
      arm(outcome == .waiting ? loop.now + Int64(screen.period / 4) : nil)
    }
  }

  /// Draws what is seen at a time into a buffer, and says which frames are new in it.
  ///
  /// Decoders go on meanwhile: what one has made between drawing and asking is drawn as well, so that
  /// no frame is told that is not in the picture, and none is in it untold.
  private func composeFrames(
    at time: Int64
  ) -> (isNew: Bool, frames: [(animator: any StagedAnimator, frame: ShownFrame)]) {
    var isNew = false
    var frames = changedFrames(at: time)
    while true {
      isNew = compose(at: time) || isNew
      let after = changedFrames(at: time)
      // Frames of one time only ever become ready.
      guard after.map(\.frame.index) != frames.map(\.frame.index) else { return (isNew, after) }
      frames = after
    }
  }

  /// Draws what is seen at a time into a buffer.
  ///
  /// - Returns: whether there is something new to show.
  private func compose(at time: Int64) -> Bool {
    switch (compositor.draw(at: time), due) {
    case (.unchanged, _): break
    case (.direct(let picture, let background), _):
      due = .picture(picture, background: background)
    case (.canvas(var changed), .canvas(let earlier)):
      changed.add(earlier)
      due = .canvas(changed)
    case (.canvas(let changed), _): due = .canvas(changed)
    }
    let isPrepared: Bool
    switch due {
    case .nothing: return false
    case .picture(let picture, let background):
      isPrepared = screen.prepare(picture, background: background)
    case .canvas(let changed):
      isPrepared = compositor.withCanvas { screen.prepare(canvas: $0, changed: changed) } ?? false
    }
    if isPrepared { due = .nothing }
    return isPrepared
  }

  /// The time that a vblank's picture is drawn for: a little after it, so that what is to change
  /// with just this vblank has changed, whatever the clocks' rounding.
  private func sampleTime(_ vblank: Int64) -> Int64 {
    screen.clock.time(ofVblank: vblank) + lead
  }

  private var lead: Int64 { Int64(screen.clock.period / 16) }

  /// Sleeps until something will look different.
  private func armNext(after vblank: Int64) {
    let grid = screen.clock
    switch scene.nextChange(after: sampleTime(vblank)) {
    case .never: arm(nil)
    case .continuously: arm(grid.submissionTime(vblank + 1))
    case .at(let time):
      arm(grid.submissionTime(max(vblank + 1, grid.vblank(after: time - lead - 1))))
    }
  }

  /// The animators whose frames at a time are others than those that were told.
  private func changedFrames(
    at time: Int64
  ) -> [(animator: any StagedAnimator, frame: ShownFrame)] {
    var frames: [(animator: any StagedAnimator, frame: ShownFrame)] = []
    for staged in animators {
      guard let animator = staged.animator, compositor.shows(animator),
        let frame = animator.shownFrame(at: time), staged.toldFrame?.index != frame.index
      else { continue }
      frames.append((animator, frame))
    }
    return frames
  }

  /// Frames came whose picture is on the screen already, as where a number is missing: they are not
  /// shown anew, and not left out either.
  private func noteUnchanged(_ frames: [(animator: any StagedAnimator, frame: ShownFrame)]) {
    for (animator, frame) in frames {
      guard let place = animators.firstIndex(where: { $0.animator === animator }) else { continue }
      animators[place].toldFrame = frame
    }
  }

  func note(_ showing: Showing, _ presentation: Presentation) {
    statistics.flips += 1
    takenVblank = max(takenVblank, presentation.vblank)
    let overdue = Int(max(0, presentation.vblank - showing.vblank))
    if overdue > 0 { statistics.framesLate += 1 }
    statistics.vblanksMissed += overdue
    for (animator, frame) in showing.frames {
      statistics.framesShown += 1
      var dropped = 0
      if let place = animators.firstIndex(where: { $0.animator === animator }) {
        dropped = animators[place].toldFrame.map(frame.dropped) ?? 0
        animators[place].toldFrame = frame
      }
      statistics.framesDropped += dropped
      observers.note(index: frame.index, presentation, overdue: overdue, dropped: dropped)
      tell(
        .animationFrame(
          animation: animator.id, index: frame.index, vblank: presentation.vblank,
          time: presentation.timestamp))
    }
  }
}
