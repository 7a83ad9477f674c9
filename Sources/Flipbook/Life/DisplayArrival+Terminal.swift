import KMS
import Linux

/// Another terminal or session in front has the displays, also one that comes now.
extension DisplayArrival: TerminalStage {
  var openCards: [any KMSDevice] { foundCards }

  /// None: what is found is asked for as soon as this terminal is in front.
  var cardsInUse: [any KMSDevice] { [] }

  func stopDisplay() {
    standBack()
    _ = setting.loop.schedule(at: setting.loop.now) { [weak terminal = setting.terminal] in
      terminal?.displayStopped()
    }
  }

  func resumeDisplay() { handle(.changed) }

  func suspendInput() {}

  func resumeInput() {}

  func loseDisplay(_ error: DisplayError) {
    setting.log("\(error.message) Looking for a display once there is one again.")
    // That is said of whoever is in front, and nobody is.
    told.insert("front")
    standBack()
  }
}
