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
  func takeStep() -> Bool {
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

  // MARK: - Every other frame

  func followTime(_ run: FrameRun) -> Bool {
    // A picture that was given out ahead of its time is as good as shown.
    let now = max(run.chosenAt, min(loop.now, run.cutoff ?? .max))
    var moment = now
    if late == .slow, let change = run.timeline.nextChange(after: run.chosenAt), change < now {
      moment = change
    }
    let due = run.timeline.position(at: moment)
    if due.step != run.step, !(window == nil && isCutOff(run)) {
      guard let window = openWindow() else { return rest(until: run.cutoff) }
      move(to: due, run)
      switch frame(due.frame, of: window) {
      case .ready(let fitted): return show(due.place, fitted, run, at: moment)
      case .bad(let reason): return replace(due, run, reason, at: moment)
      case .pending:
        if isCutOff(run) { break }
        if late == .drop, let (place, fitted) = standIn(for: due, run) {
          let time = run.timeline.time(of: place.step, between: run.chosenAt, and: moment)
          return show(place, fitted, run, at: time ?? moment)
        }
        return awaitDue(run, at: moment)
      }
    }
    if isCutOff(run) {
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

  /// Whether the run is to end wherever it is.
  func isCutOff(_ run: FrameRun) -> Bool { run.cutoff.map { $0 <= loop.now } == true }

  /// What is due is not there yet: time waits for it, or goes on.
  func awaitDue(_ run: FrameRun, at moment: Int64) -> Bool {
    guard late == .slow else { return rest(until: run.nextEvent(after: moment)) }
    self.run?.isHeld = true
    return rest(until: run.cutoff)
  }

  /// Shows a frame in its time, or as soon after as it is there.
  func show(
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
  func standIn(
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

  // MARK: - Small steps

  /// Looks again at a time, or when something happens.
  func rest(until time: Int64?) -> Bool {
    if let time { arm(at: time) }
    return false
  }

  /// Looks again on the loop's next turn.
  func turnSoon() { arm(at: loop.now) }

  func arm(at time: Int64) {
    disarm()
    timer = loop.schedule(at: time) { [weak self] in
      self?.timer = nil
      self?.advance()
    }
  }

  func disarm() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  func seenFrom(_ time: Int64) -> Int64 { host?.seenFrom(time) ?? time }
}
