import KMS
import Linux

extension Performance {
  // MARK: - Showing, and what may be in the way

  /// Shows the prepared picture.
  ///
  /// - Returns: nil where there is no display any more; `waiting` where it is in trouble that may
  ///   pass.
  func show() -> Screen.Outcome? {
    let outcome = screen.show(now: loop.now)
    guard case .trouble(let trouble) = outcome else {
      if case .shown = outcome { noteShown() }
      return outcome
    }
    meet(trouble)
    return isOver || isAway ? nil : .waiting
  }

  /// Tells what is the matter with the display, once, and waits for it to pass if it may.
  func meet(_ trouble: ScreenTrouble) {
    switch trouble {
    case .lost(let error): return handle(.gone(error))
    case .outgrown(let error): return handle(.outgrown(error))
    case .paused: nextClaim = nextClaim ?? loop.now + Self.claimInterval
    case .backingOff: break
    }
    guard toldTrouble != trouble.error else { return }
    toldTrouble = trouble.error
    log("\(trouble.error) Trying again until it works.")
  }

  /// Tells what has become of the display's trouble.
  func noteTrouble() {
    if let trouble = screen.trouble { return meet(trouble) }
    guard toldTrouble != nil else { return }
    toldTrouble = nil
    log("\(display.choice.connector.name) shows pictures again.")
  }

  /// How long another program is left in peace before the display is asked for again.
  private static let claimInterval: Int64 = 500_000_000

  /// Asks for the display again, where another program had it and its time has come.
  func reclaim(_ now: Int64) -> [Presentation] {
    guard let nextClaim, nextClaim <= now else { return [] }
    self.nextClaim = nil
    // It may be ours again by other ways meanwhile.
    guard case .paused = screen.trouble else { return [] }
    if case .shown(let presentation) = screen.resume(now: now) { return [presentation] }
    return []
  }
}
