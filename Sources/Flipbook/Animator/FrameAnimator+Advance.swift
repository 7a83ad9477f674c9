import Frames
import Linux
import Pixels
import Timing

// Doing what is due. Everything that happens only says that the loop should look, and here it does.
extension FrameAnimator {
  /// Looks at what is due and does it, until nothing is.
  func advance() {
    disarm()
    guard !isClosed else { return }
    collectNotices()
    notePrecaching()
    while !isClosed, takeStep() {}
  }

  /// Does one thing that is due; answers whether there may be another.
  private func takeStep() -> Bool {
    guard let run else { return showAtRest() }
    if let cutoff = run.cutoff, cutoff <= loop.now, run.isWaiting {
      finish(false)
      return true
    }
    guard count > 0 else {
      complainOfNothing()
      finish(false)
      return true
    }
    if run.isWaiting { return awaitFrame(run) }
    if run.owesFrame { return tellFirst(run) }
    return followTime(run)
  }

  // MARK: - The first frame, or one that was jumped to

  private func awaitFrame(_ run: FrameRun) -> Bool {
    if run.isAwaitingScreen { return rest(until: run.cutoff) }
    let position = run.timeline.position(at: run.timeline.anchorTime)
    guard let window = openWindow() else { return rest(until: run.cutoff) }
    move(to: position, run)
    switch window.frame(position.frame) {
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
  private func beginTime(run number: Int, _ position: PlaybackPosition, isShownAlready: Bool) {
    guard var run, run.number == number, run.isAwaitingScreen,
      run.timeline.position(at: run.timeline.anchorTime) == position
    else { return }
    run.isAwaitingScreen = false
    run.isWaiting = false
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
  private func tellFirst(_ run: FrameRun) -> Bool {
    self.run?.owesFrame = false
    turnSoon()
    if let showing { tellFrame(showing.frame, run) }
    return false
  }

  /// The frame to begin with cannot be shown: by rule another, or none.
  private func passOver(_ position: PlaybackPosition, _ run: FrameRun, _ reason: String) -> Bool {
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
    guard let next = run.timeline.passingOver() else {
      complainOfNothing()
      finish(false)
      return true
    }
    self.run?.timeline = next
    return true
  }

  // MARK: - Every other frame

  private func followTime(_ run: FrameRun) -> Bool {
    // A picture that was given out ahead of its time is as good as shown.
    let now = max(run.chosenAt, min(loop.now, run.cutoff ?? .max))
    var moment = now
    if late == .slow, let change = run.timeline.nextChange(after: run.chosenAt), change < now {
      moment = change
    }
    let due = run.timeline.position(at: moment)
    if due.step != run.step {
      guard let window = openWindow() else { return rest(until: run.cutoff) }
      move(to: due, run)
      switch window.frame(due.frame) {
      case .ready(let fitted): return show(due.place, fitted, run, at: moment)
      case .bad(let reason): return replace(due, run, reason, at: moment)
      case .pending:
        if run.cutoff.map({ $0 <= loop.now }) == true { break }
        if late == .slow {
          self.run?.isHeld = true
          return rest(until: run.cutoff)
        }
        if let (place, fitted) = standIn(for: due, run) {
          let time = run.timeline.time(of: place.step, between: run.chosenAt, and: moment)
          return show(place, fitted, run, at: time ?? moment)
        }
        return rest(until: run.nextEvent(after: moment))
      }
    }
    if run.cutoff.map({ $0 <= loop.now }) == true {
      finish(false)
      return true
    }
    if let outcome = run.timeline.outcome(at: moment) {
      finish(outcome == .reached)
      return true
    }
    if window != nil { move(to: due, run) }
    return rest(until: run.nextEvent(after: moment))
  }

  /// Shows a frame in its time, or as soon after as it is there.
  private func show(
    _ due: FrameSchedule.Place, _ fitted: FittedPicture, _ run: FrameRun, at moment: Int64
  ) -> Bool {
    var changed = run
    changed.step = due.step
    changed.chosenAt = moment
    let now = loop.now
    // With `late == .slow` no time of the frame is lost, and none is left out.
    let isBehind = late == .slow && run.timeline.position(at: now).step != due.step
    if run.isHeld || isBehind, run.timeline.outcome(at: moment) == nil {
      changed.chosenAt = seenFrom(now)
      changed.timeline.hold(from: moment, to: changed.chosenAt)
    }
    changed.isHeld = false
    self.run = changed
    let isChange = showing?.frame != due.frame
    if !isChange { self.run?.stepsUnseen += 1 }
    showing = Showing(frame: due.frame, fitted: fitted, measure: measure)
    guard isChange else { return true }
    host?.animatorDidChange()
    // Within the callback anything may be asked for, and the animator dropped: nothing follows.
    let hasEnded = changed.timeline.outcome(at: moment) != nil
    if let time = hasEnded ? now : changed.nextEvent(after: changed.chosenAt) { arm(at: time) }
    tellFrame(due.frame, run)
    return false
  }

  /// A frame due after the one shown and before the one due now, the latest that is there.
  private func standIn(
    for due: PlaybackPosition, _ run: FrameRun
  ) -> (FrameSchedule.Place, FittedPicture)? {
    guard let shown = run.step, let window else { return nil }
    let distance = due.step - shown
    guard abs(distance) > 1 else { return nil }
    for back in 1...min(32, abs(distance) - 1) {
      let step = due.step - (distance > 0 ? back : -back)
      let frame = run.timeline.playback.frame(atStep: step)
      if let fitted = window.picture(of: frame) {
        return (FrameSchedule.Place(frame: frame, step: step), fitted)
      }
    }
    return nil
  }

  /// The due frame cannot be shown: by rule another, or none.
  private func replace(
    _ due: PlaybackPosition, _ run: FrameRun, _ reason: String, at moment: Int64
  ) -> Bool {
    collectNotices()
    guard self.run?.number == run.number else { return true }
    if stopsForBad(due.frame, reason) { return true }
    if onBadFrame == .skip, let window, let plan = windowPlan {
      for steps in 1..<max(2, count) {
        guard let index = plan.index(after: steps, of: count) else { break }
        switch window.frame(index) {
        case .ready(let fitted):
          // It has the place of the bad one, which will never come.
          let place = FrameSchedule.Place(frame: index, step: due.step)
          return show(place, fitted, run, at: moment)
        case .pending: return rest(until: run.nextEvent(after: moment))
        case .bad: continue
        }
      }
    }
    // The picture before it stays up: its time passes as if it had been shown.
    self.run?.step = due.step
    self.run?.stepsUnseen += 1
    self.run?.chosenAt = moment
    self.run?.isHeld = false
    return true
  }

  // MARK: - At rest

  /// Without a run: shows the frame that was asked for, or that a run would begin at.
  private func showAtRest() -> Bool {
    let frame = index
    let isSeen = bounds != nil && fill == .hold && !isFadedAway && count > 0
    guard isSeen, showing?.frame != frame, badAtRest != frame else {
      if !keepsWindow { closeWindow() }
      return false
    }
    guard let window = openWindow() else { return false }
    move(to: PlayheadPlan(index: frame, direction: runsReversed ? .backwards : .forwards))
    switch window.frame(frame) {
    case .pending: return false
    case .bad:
      collectNotices()
      badAtRest = frame
      // A first picture waits for it no longer.
      host?.animatorDidChange()
    case .ready(let fitted):
      showing = Showing(frame: frame, fitted: fitted, measure: measure)
      host?.animatorDidChange()
    }
    return true
  }

  /// Ends the run if no frame can be shown, or a bad one is to end it.
  private func stopsForBad(_ frame: Int, _ reason: String) -> Bool {
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

  // MARK: - Small steps

  /// Looks again at a time, or when something happens.
  private func rest(until time: Int64?) -> Bool {
    if let time { arm(at: time) }
    return false
  }

  /// Looks again on the loop's next turn.
  func turnSoon() { arm(at: loop.now) }

  private func arm(at time: Int64) {
    disarm()
    timer = loop.schedule(at: time) { [weak self] in
      self?.timer = nil
      self?.advance()
    }
  }

  private func disarm() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  func seenFrom(_ time: Int64) -> Int64 { host?.seenFrom(time) ?? time }
}

extension FrameRun {
  /// When it is to be looked at again.
  func nextEvent(after time: Int64) -> Int64? {
    [timeline.nextChange(after: time), cutoff].compactMap(\.self).min()
  }
}

extension FrameTimeline {
  /// The timeline resting on the frame after its present one; nil where none follows.
  func passingOver() -> FrameTimeline? {
    var next = self
    let time = anchorTime
    next.start(at: time)
    guard let change = next.nextChange(after: time), next.outcome(at: change) == nil else {
      return nil
    }
    next.stop(at: change)
    return next
  }

  /// When a step of the line of frame times is next come to; nil if not by `end`.
  func time(of step: Int64, between start: Int64, and end: Int64) -> Int64? {
    var time = start
    while let change = nextChange(after: time), change <= end {
      if position(at: change).step == step { return change }
      time = change
    }
    return nil
  }
}

extension FrameAnimator {
  /// `fill` was changed.
  func noteFill() {
    if run == nil {
      isFadedAway = false
      if fill != .hold { showing = nil }
      host?.animatorDidChange()
    }
    turnSoon()
  }
}
