import Controls
import KMS
import Linux

extension Performance: TerminalStage {
  var openCards: [any KMSDevice] {
    // One that was found, or that a screen before was on, may be another than is played on.
    cardsInUse + members.flatMap { [$0.retired?.device, $0.found?.device].compactMap(\.self) }
  }

  var cardsInUse: [any KMSDevice] { members.filter { !$0.isAway }.map(\.display.device) }

  func stopDisplay() {
    finder.letGo()
    for member in members { member.stopShowingForAnother() }
  }

  private func stopShowingForAnother() {
    isPaused = true
    isStill = false
    handle(.left)
    guard !isAway, isLit, screen.isFlipPending else { return noteStill() }
    // At most as long as a flip takes; another program waits for the display.
    _ = loop.schedule(at: loop.now + Int64(2 * screen.period)) { [weak self] in
      guard let self, isPaused else { return }
      noteStill()
    }
  }

  private func noteStill() {
    arm(nil)
    _ = loop.schedule(at: loop.now) { [weak self] in self?.tellStill() }
  }

  /// The display has events while another terminal is, or is about to be, in front.
  func notePausedDisplay() {
    guard !isAway else { return }
    for presentation in screen.settle(now: loop.now) where isUnderWay { noteSeen(presentation) }
    if !screen.isFlipPending { tellStill() }
  }

  /// Once all that play together are still, another may have the display.
  private func tellStill() {
    guard isPaused else { return }
    isStill = true
    // Whoever ends from now on leaves the display to the one in front.
    if !isAway { screen.pause() }
    if members.allSatisfy(\.isStill) { terminal?.displayStopped() }
  }

  func resumeDisplay() {
    for member in members { member.showAgain() }
    ensemble?.gather()
  }

  private func showAgain() {
    isPaused = false
    guard !isOver else { return }
    // What came and went meanwhile.
    guard !isAway else { return handle(.changed) }
    handle(.returned)
    guard !isAway else { return }
    screen.expectModeSet()
    noteGap()
    advance()
    guard !isOver, isLit, screen.needsModeSet else { return }
    // The picture that was in front is still the right one, or the right one is not decoded yet.
    let presentation = screen.relight(now: loop.now)
    if presentation != nil { noteShown() }
    if let presentation, isUnderWay { noteSeen(presentation) }
    noteTrouble()
    advance()
  }

  func suspendInput() {
    // Whoever holds a key or a button now lets go of it while nobody listens.
    if let inputDevices { hear(inputDevices.suspend()) }
  }

  func resumeInput() { inputDevices?.resume() }

  func loseDisplay(_ error: DisplayError) {
    finder.letGo()
    for member in members { member.loseCard(error) }
  }

  private func loseCard(_ error: DisplayError) {
    // Looked for again once the display is resumed.
    isPaused = true
    isStill = true
    if isAway {
      found?.device.close()
      found = nil
      retired.take()?.abandon()
    }
    handle(.gone(error))
  }
}
