extension Screen {
  /// Whether the next picture goes by a mode set: at first, and when the display was lost.
  public var needsModeSet: Bool { machine.needsModeSet }

  /// Takes the device's events and shows nothing: for a display that is to be given up.
  ///
  /// - Returns: when pictures reached the screen, oldest first.
  public func settle(now: Int64) -> [Presentation] { takeEvents(now: now) }

  /// Another program had the display, and it is ours again: the next picture goes by a mode set.
  ///
  /// A flip that was in flight counts as done; its event, should it still come, is stale.
  public func expectModeSet() {
    machine.resume()
    if machine.condition == .working { trouble = nil }
  }

  /// Shows the picture that was asked for last once more, by a mode set.
  ///
  /// - Returns: when it is on screen; nil if there was none, or where the kernel refuses, which is
  ///   in `trouble` then.
  public func relight(now: Int64) -> Presentation? {
    guard case .shown(let presentation) = perform(machine.relight(now: now), now: now) else {
      return nil
    }
    return presentation
  }

  /// Stops asking anything of the kernel: another console or program is to have the display.
  ///
  /// A flip in flight is completed by the kernel. The pictures of the time until `resume` may be
  /// prepared and are kept, the last of them.
  public func pause() { machine.pause() }

  /// Whether another has the display for now: after `pause`, and where the kernel says so.
  public var isPaused: Bool { machine.condition == .paused }

  /// Takes the display back, and shows the picture prepared last, or the one shown last again.
  ///
  /// - Parameter now: the present time in nanoseconds.
  /// - Returns: `shown`, or the trouble that there still is: another program may have the card;
  ///   `nothing` where no picture was shown yet, and `show` is to be asked for the first.
  public func resume(now: Int64) -> Outcome {
    guard machine.condition != .lost else { return trouble.map { .trouble($0) } ?? .nothing }
    do { try Self.becomeMaster(of: device) } catch {
      let trouble: ScreenTrouble = error.code == .lost ? .lost(error) : .paused(error)
      if error.code == .lost { machine.lose() } else { machine.pause() }
      self.trouble = trouble
      return .trouble(trouble)
    }
    expectModeSet()
    guard isLit else { return .nothing }
    return perform(machine.relight(now: now), now: now)
  }
}
