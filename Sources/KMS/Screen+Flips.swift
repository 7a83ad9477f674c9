import Linux

extension Screen {
  /// Shows the prepared picture: the first one before it returns, later ones by a flip.
  ///
  /// The first comes without a mode set where the display runs in our mode already, and so without
  /// a flicker. What the kernel refuses is mended by a mode set where that can be, or told as
  /// `trouble`; the picture is kept.
  ///
  /// - Parameter now: the present time in nanoseconds.
  /// - Returns: whether it is on screen, on its way, or has to wait.
  public func show(now: Int64) -> Outcome { perform(machine.submit(now: now), now: now) }

  /// Takes the device's events and shows what had to wait for them, or for the end of a rest.
  ///
  /// - Parameter now: the present time in nanoseconds.
  /// - Returns: when pictures reached the screen, oldest first; what went wrong is in `trouble`.
  public func handleEvents(now: Int64) -> [Presentation] {
    var presentations = takeEvents(now: now)
    presentations += lookAround(now: now)
    let hasRested = retryTime.map { $0 <= now } ?? false
    if hasRested, machine.needsModeSet, isTaken {
      if case .shown(let one) = perform(machine.relight(now: now), now: now) {
        presentations.append(one)
      }
    } else if machine.hasWaiting, !machine.isFlipPending {
      if case .shown(let one) = show(now: now) { presentations.append(one) }
    }
    machine.noteRested(now: now)
    return presentations
  }

  /// Recovers from a flip that is never completed: by the same one again, later by a mode set.
  ///
  /// - Parameter now: the present time in nanoseconds.
  /// - Returns: when its picture reached the screen; empty if nothing was the matter.
  public func handleWatchdog(now: Int64) -> [Presentation] {
    var presentations = handleEvents(now: now)
    let action = machine.watchdog(now: now)
    if case .setMode = action { statistics.recoveries += 1 }
    if case .shown(let one) = perform(action, now: now) { presentations.append(one) }
    return presentations + handleEvents(now: now)
  }

  func takeEvents(now: Int64) -> [Presentation] {
    let events: [FlipEvent]
    do { events = try device.readEvents() } catch {
      guard machine.condition == .working else { return [] }
      _ = perform(machine.eventsRefused(error, now: now), now: now)
      return []
    }
    var presentations: [Presentation] = []
    for event in events {
      guard machine.flipCompleted(event) else {
        statistics.staleEvents += 1
        continue
      }
      statistics.completedFlips += 1
      lastLook = now
      trouble = nil
      presentations.append(
        clock.record(sequence: event.sequence, timestamp: event.timestamp, now: now))
    }
    return presentations
  }

  func perform(_ action: FlipMachine.Action, now: Int64) -> Outcome {
    var action = action
    while true {
      switch action {
      case .nothing: return .nothing
      case .wait: return trouble.map { .trouble($0) } ?? .waiting
      case .flip(let buffer, let userData):
        do {
          // The same picture again says nothing of what is prepared.
          let isAgain = machine.isFlipPending
          try path.flip(
            to: buffers[buffer].framebuffer, damage: isAgain ? nil : damage.clips(on: size),
            userData: userData)
          let silent = machine.flipAccepted(now: now)
          if !isAgain { damage.noteShown() }
          statistics.flips += 1
          trouble = nil
          guard let silent else { return .submitted }
          statistics.lostEvents += 1
          return .shown(clock.recordSilent(submitted: silent, now: now))
        } catch {
          statistics.refusals[error, default: 0] += 1
          action = machine.flipRefused(error, now: now)
        }
      case .setMode(let buffer):
        do {
          let presentation = try light(buffer)
          trouble = nil
          return .shown(presentation)
        } catch {
          statistics.refusals[error, default: 0] += 1
          action = machine.modeSetRefused(error, now: now)
        }
      case .drain:
        // With no flip in flight, what is read here belongs to flips long past.
        _ = takeEvents(now: now)
        action = machine.drained(now: now)
      case .pause: return note(.paused(refusal(.accessDenied, of: "showing a picture")))
      case .lose: return note(.lost(refusal(.noDevice, of: "showing a picture")))
      case .outgrow: return note(.outgrown(refusal(.noSpace, of: "showing a picture")))
      case .backOff(let until, let errno):
        return note(.backingOff(until: until, refusal(errno, of: "showing a picture")))
      case .giveUp(let until): return note(.backingOff(until: until, stuck))
      }
    }
  }

  private func note(_ trouble: ScreenTrouble) -> Outcome {
    self.trouble = trouble
    return .trouble(trouble)
  }

  private var stuck: DisplayError {
    DisplayError(
      .stuck,
      "\(choice.connector.name) on \(device.path) (driver \(device.driverName)) takes "
        + "pictures but never shows them, even after \(FlipMachine.recoveryLimit) mode sets. "
        + "Look into the kernel's log: dmesg.")
  }

  /// A sentence for what the kernel refused.
  func refusal(_ errno: Errno, of deed: String) -> DisplayError {
    let place = "\(choice.connector.name) on \(device.path) (driver \(device.driverName))"
    switch errno {
    case .noDevice:
      return DisplayError(
        .lost, "\(device.path) is gone: the card or its driver was removed.", errno: errno)
    case .accessDenied:
      return DisplayError(
        .denied,
        "\(place) is driven by another program at the moment; switch back to this console or end "
          + "that program.", errno: errno)
    case .noSpace:
      return DisplayError(
        .refused, "\(place) refuses a buffer of \(size) as too small for \(mode.title).",
        errno: errno)
    default:
      return DisplayError(
        .refused, "\(place) refuses \(deed) in mode \(mode.title): \(errno). Try another --mode.",
        errno: errno)
    }
  }
}
