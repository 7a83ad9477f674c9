import Controls
import KMS
import Linux

/// The display's coming and going while something is played on it.
extension Performance {
  /// Whether there is no display at present.
  var isAway: Bool {
    switch life.state {
    case .absent, .opened, .lost: true
    case .mastered, .lit, .paused: false
    }
  }

  /// Begins to look after cards and cables; the first picture waits for nothing.
  func watchDisplays() {
    guard !isFollowing else { return }
    if let ensemble {
      _ = loop.schedule(at: loop.now) { [weak ensemble] in ensemble?.gather() }
    }
    listenForDisplays()
  }

  private func listenForDisplays() {
    finder.onChange = { [weak self] in
      guard let self else { return }
      if let ensemble { ensemble.noteChange() } else { handle(.changed) }
    }
    do throws(Errno) { try finder.listen() } catch {
      log("Cannot listen for displays that come and go: \(error). Looking for them instead.")
    }
  }

  /// A picture is on the screen.
  func noteShown() {
    guard life.state == .mastered else { return }
    handle(.shown)
    guard isLit else { return }
    // The display has no picture of the screen's before any more.
    retired.take()?.giveWay()
    completeScreen()
  }

  /// Makes the buffers that the first picture did not wait for.
  func completeScreen() {
    do throws(DisplayError) {
      if let shortage = try screen.completeBuffers() {
        log("\(shortage) Playing with two buffers.")
      }
      handle(.completed)
    } catch {
      // One buffer shows one picture. A smaller mode may do, or more memory later.
      error.code == .lost ? handle(.gone(error)) : handle(.outgrown(error))
    }
  }

  /// Takes in what happened to the display, and does what follows from it.
  func handle(_ input: DisplayLife.Input) {
    lifeInputs.append(input)
    guard !isHandlingLife else { return }
    isHandlingLife = true
    defer { isHandlingLife = false }
    while !lifeInputs.isEmpty, !isOver {
      let before = life.state
      for action in life.handle(lifeInputs.removeFirst()) {
        if let answer = perform(action) { lifeInputs.append(answer) }
      }
      noteState(since: before)
    }
    if isAway, !isOver { waitWithoutScreen() }
  }

  private func noteState(since before: DisplayLife.State) {
    guard life.state != before, isLit else { return }
    switch life.state {
    case .absent: tellState("absent")
    case .lost: tellState("lost")
    case .paused: tellState("paused")
    case .lit: tellState("lit")
    case .opened, .mastered: break
    }
  }

  private func tellState(_ state: String) {
    tell(.display(state: state, output: display.choice.connector.name, time: loop.now))
  }

  private func perform(_ action: DisplayLife.Action) -> DisplayLife.Input? {
    switch action {
    // Another terminal is in front, and whoever is on it has the cards.
    case .look: return isPaused ? nil : look()
    case .take: return take()
    case .inspect: return isPaused ? nil : .inspected(inspect())
    case .relight: relight()
    case .exchange:
      stopListening()
      retired = screen
    case .abandon:
      stopListening()
      retired.take()?.giveWay()
      screen.abandon()
      keeper.forgetAll(but: members.filter { $0 !== self && !$0.isAway }.map(\.display.device))
      found = nil
    case .retry(let pause):
      if let lifeTimer { loop.cancel(lifeTimer) }
      lifeTimer = loop.schedule(at: loop.now + pause) { [weak self] in
        self?.lifeTimer = nil
        self?.handle(.due)
      }
    case .tell(let error):
      guard toldAbsences.insert(error.message).inserted else { break }
      log("\(error.message) Going on when it can be used again.")
    case .tellUnplugged:
      log(
        "Nothing is plugged into \(display.choice.connector.name) any more. Playing goes on, and is "
          + "seen again when something is.")
      tellState("unplugged")
    case .tellPlugged:
      log("\(display.choice.connector.name) is plugged in again.")
      tellState("plugged")
    case .tellWell:
      guard !toldAbsences.isEmpty else { break }
      toldAbsences = []
      log("\(display.choice.connector.name) shows pictures again.")
    }
    return nil
  }

  // MARK: - Looking

  /// What is asked of the output; of one among several, to be that one.
  private var outputRequest: OutputRequest {
    var request = configuration.outputRequest(rate: contentRate)
    if ensemble != nil { request.output = display.choice.connector.name }
    return request
  }

  private func look() -> DisplayLife.Input {
    let kept = found?.device ?? retired?.device
    do throws(DisplayError) {
      found = try finder.findAgain(
        outputRequest, on: configuration.card, keeping: kept,
        log: log)
      if let retired, retired.device !== found?.device { retire(retired) }
      return .found
    } catch {
      found = nil
      if let retired { retire(retired) }
      return .missing(error)
    }
  }

  /// The card of the screen before was closed: it is not the one to play on.
  private func retire(_ screen: Screen) {
    retired = nil
    screen.abandon()
  }

  private func inspect() -> DisplayLife.Finding {
    DisplayInspection.inspect(
      display, request: outputRequest,
      wasUnplugged: life.isUnplugged,
      isElsewhere: { [finder, configuration, display] in
        configuration.card == nil && finder.hasDisplay(besides: display.device.path)
      })
  }

  // MARK: - Taking

  private func take() -> DisplayLife.Input? {
    guard let found else { return nil }
    do throws(DisplayError) {
      keeper.adopt(found.device)
      let screen = try found.makeScreen(configuration, time: loop.clock, following: self.screen)
      found.tell(configuration, log)
      self.found = nil
      display = found
      self.screen = screen
      terminal?.take()
      isArriving = true
      // Told of the change: it is the picture that follows from it.
      _ = loop.schedule(at: loop.now) { [weak self] in self?.takeUp() }
      return .taken
    } catch {
      // Who was not master when it opened a card is never let be it: another opening may be.
      if error.code == .denied {
        found.device.close()
        self.found = nil
        if retired?.device === found.device { retired.take()?.abandon() }
      }
      // What the screen before has is what is wanting.
      if error.code == .bufferFailed { retired.take()?.giveWay() }
      return .refused(error)
    }
  }

  /// Goes on, on another screen.
  private func takeUp() {
    guard !isOver, !isAway else { return }
    isArriving = false
    ensemble?.noteReturn(of: self)
    listenToScreen()
    observers.follow(display)
    fitInput()
    (ensemble?.leader ?? self).outputsDidChange()
    ensemble?.noteScreen()
    screenDidChange()
    noteGap()
    advance()
  }

  private func relight() {
    guard isLit else { return }
    screen.expectModeSet()
    noteGap()
    let presentation = screen.relight(now: loop.now)
    // It may be the first of this screen, whose other buffers are made then.
    if presentation != nil { noteShown() }
    if let presentation, isUnderWay { noteSeen(presentation) }
    noteTrouble()
    _ = loop.schedule(at: loop.now) { [weak self] in self?.advance() }
  }

  // MARK: - Listening

  /// Hears when flips are done.
  func listenToScreen() {
    stopListening()
    guard let descriptor = screen.eventDescriptor else { return }
    listenedDescriptor = descriptor
    do throws(Errno) {
      if let ensemble {
        try ensemble.descriptors.listen(descriptor, owner: self) { [weak self] in
          self?.noteDisplay()
        }
      } else {
        try loop.watch(descriptor, priority: -1) { [weak self] in self?.noteDisplay() }
      }
    } catch {
      fail(PlayerError(.failed, "Cannot listen to \(display.device.path): \(error)."))
    }
  }

  /// Hears no more of the screen; whether it has a descriptor still or not.
  func stopListening() {
    guard let descriptor = listenedDescriptor.take() else { return }
    if let ensemble {
      ensemble.descriptors.stop(descriptor, owner: self)
    } else {
      loop.unwatch(descriptor)
    }
  }

  /// Time goes on, and may come to an end.
  func waitWithoutScreen() {
    arm(nil)
    // Before the first picture nobody has listened yet.
    if !isLit, !isFollowing { listenForDisplays() }
    ensemble?.noteAbsence(of: self)
    proceedWithoutScreen()
    if let absenceTimer { loop.cancel(absenceTimer) }
    absenceTimer = nil
    guard !isOver else { return }
    let now = loop.now
    let end = endWithoutScreen.flatMap { $0 > now ? $0 : nil } ?? .max
    absenceTimer = loop.schedule(at: min(now + 1_000_000_000, end)) { [weak self] in
      guard let self else { return }
      absenceTimer = nil
      if isAway, !isOver { waitWithoutScreen() }
    }
  }
}
