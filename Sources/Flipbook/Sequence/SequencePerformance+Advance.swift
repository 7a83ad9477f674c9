import Frames
import KMS
import Linux
import Pixels
import Timing

extension SequencePerformance {
  // MARK: - The first picture

  /// Shows the first frame as soon as it is decoded; a bad one gives way to the next.
  func lightUp() {
    var position = schedule.first
    for _ in 0..<sequence.frames.count {
      move(to: position.frame, position.direction)
      switch window.frame(position.frame) {
      case .pending: return
      case .ready(let picture):
        light(picture, position)
        return
      case .bad(let reason):
        if configuration.onBadFrame == .stop { return stopForBad(position.frame, reason) }
        guard let next = schedule.skipFirst() else { break }
        position = next
      }
    }
    collectNotices()
    giveUp(PlayerError(.failed, Self.nothingSentence(sequence.name)))
  }

  private func light(_ picture: FittedPicture, _ position: PlaybackPosition) {
    guard screen.prepare(picture), let outcome = show() else { return }
    guard case .shown(let presentation) = outcome else {
      arm(screen.retryTime ?? loop.now + Int64(screen.period))
      return
    }
    schedule.begin(position, at: presentation.timestamp, vblank: presentation.vblank)
    let isGoingOn = light(presentation) {
      tell(.start(animation: sequence.name, time: presentation.timestamp))
      note(Showing(place: position.place, vblank: 0, isLate: false), presentation)
    }
    guard isGoingOn else { return }
    tellHoles()
    shortage.listen()
    perform()
  }

  // MARK: - Every other picture

  func perform() {
    switch decide() {
    case .end:
      if !screen.isFlipPending { finish() }
    case .show(let position, let vblank, let isLate):
      move(to: position.frame, position.direction)
      guard !screen.isFlipPending, isAgreed(position.place, vblank: vblank) else { return }
      show(position, vblank: vblank, isLate: isLate)
    case .wait(let until, let next):
      if let next {
        move(to: next.frame, next.direction)
        prepare(next)
      }
      arm(until)
    }
  }

  private func show(_ position: PlaybackPosition, vblank: Int64, isLate: Bool) {
    guard let chosen = choose(position, vblank: vblank) else { return }
    if prepared != chosen.place.frame {
      guard screen.prepare(chosen.picture) else { return }
      prepared = chosen.place.frame
    }
    guard let outcome = show() else { return }
    prepared = nil
    submittedFor = vblank
    schedule.note(chosen.place, vblank: vblank, grid: screen.clock)
    let showing = Showing(place: chosen.place, vblank: vblank, isLate: isLate)
    if case .shown(let presentation) = outcome {
      note(showing, presentation)
      // A mode set took its time: commands and other outputs have their turn before the next.
      return arm(loop.now)
    }
    underway = showing
    perform()
    // The kernel had no room: the screen keeps the picture until it is asked again.
    if outcome == .waiting { arm(loop.now + Int64(screen.period / 4)) }
  }

  /// Paints the frame that is due next while there is time.
  private func prepare(_ position: PlaybackPosition) {
    guard prepared != position.frame, screen.canPrepare,
      case .ready(let picture) = window.frame(position.frame)
    else { return }
    if screen.prepare(picture) { prepared = position.frame }
  }

  func finish() {
    guard !hasFinished else { return }
    hasFinished = true
    arm(nil)
    tell(.stop(animation: sequence.name, finished: true, time: loop.now))
    if configuration.atEnd != .hold { noteRunOut() }
  }

  // MARK: - What happened

  /// Workers have finished something.
  func noteDecoded() {
    collectNotices()
    advance()
  }

  func note(_ showing: Showing, _ presentation: Presentation) {
    statistics.flips += 1
    statistics.framesShown += 1
    schedule.noteSeen(vblank: presentation.vblank)
    let overdue = Int(max(showing.isLate ? 1 : 0, presentation.vblank - showing.vblank))
    if overdue > 0 { statistics.framesLate += 1 }
    statistics.vblanksMissed += Int(max(0, presentation.vblank - showing.vblank))
    let dropped = lastStep.map { max(0, Int(abs(showing.place.step - $0)) - 1) } ?? 0
    statistics.framesDropped += dropped
    lastStep = showing.place.step
    observers.note(
      index: showing.place.frame, presentation, overdue: overdue, dropped: dropped)
    tell(
      .frame(
        index: showing.place.frame, vblank: presentation.vblank, time: presentation.timestamp))
  }

  // MARK: - Small steps

  /// Tells the window where the head is.
  func move(to frame: Int, _ direction: Direction) {
    guard plan.index != frame || plan.direction != direction else { return }
    plan.index = frame
    plan.direction = direction
    window.setPlayhead(plan)
  }
}
