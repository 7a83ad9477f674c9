import KMS

/// What the switching of terminals needs of a run.
protocol TerminalStage: AnyObject {
  /// All cards that are open, by each of their parts; one may be there twice.
  var openCards: [any KMSDevice] { get }
  /// Those of them that are to show something.
  var cardsInUse: [any KMSDevice] { get }
  /// Submits nothing any more; tells the conductor once no flip is in flight.
  func stopDisplay()
  /// Sets the mode, shows the picture of the present time and goes on.
  func resumeDisplay()
  /// Lets go of the input devices.
  func suspendInput()
  /// Opens them again.
  func resumeInput()
  /// The cards that are open can be used no longer: lets go of them, until the display is resumed.
  func loseDisplay(_ error: DisplayError)
}
