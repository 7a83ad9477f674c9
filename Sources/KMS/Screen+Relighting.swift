extension Screen {
  /// Whether the next picture goes by a mode set: at first, and when the display was lost.
  public var needsModeSet: Bool { machine.needsModeSet }

  /// Takes the device's events and shows nothing: for a display that is to be given up.
  ///
  /// - Returns: when pictures reached the screen, oldest first.
  /// - Throws: a sentence where the device is gone.
  public func settle(now: Int64) throws(DisplayError) -> [Presentation] {
    try takeEvents(now: now)
  }

  /// Another program had the display: the next picture goes by a mode set.
  ///
  /// A flip that was in flight counts as done; its event, should it still come, is stale.
  public func expectModeSet() { machine.displayLost() }

  /// Shows the picture that was in front last once more, by a mode set.
  ///
  /// - Returns: when it is on screen; nil if there was none.
  /// - Throws: a sentence where the kernel refuses.
  public func relight(now: Int64) throws(DisplayError) -> Presentation? {
    guard case .shown(let presentation) = try perform(machine.relight(), now: now) else {
      return nil
    }
    return presentation
  }
}
