import Linux

extension Screen {
  /// Shows the prepared picture: the first one by a mode set, which blocks, later ones by a flip.
  ///
  /// - Parameter now: the present time in nanoseconds.
  /// - Returns: whether it is on screen, on its way, or has to wait.
  /// - Throws: a sentence where the kernel refuses for good; the picture is kept.
  public func show(now: Int64) throws(DisplayError) -> Outcome {
    try perform(machine.submit(), now: now)
  }

  /// Takes the device's events and shows what had to wait for them.
  ///
  /// - Parameter now: the present time in nanoseconds.
  /// - Returns: when pictures reached the screen, oldest first.
  /// - Throws: a sentence where the device is gone or refuses for good.
  public func handleEvents(now: Int64) throws(DisplayError) -> [Presentation] {
    var presentations = try takeEvents(now: now)
    if machine.hasWaiting, !machine.isFlipPending {
      if case .shown(let one) = try show(now: now) { presentations.append(one) }
    }
    return presentations
  }

  /// Recovers by a mode set from a flip that is never completed.
  ///
  /// - Parameter now: the present time in nanoseconds.
  /// - Returns: when its picture reached the screen; empty if nothing was the matter.
  /// - Throws: `stuck` after some recoveries without a flip completed between them.
  public func handleWatchdog(now: Int64) throws(DisplayError) -> [Presentation] {
    var presentations = try handleEvents(now: now)
    let action = machine.watchdog(now: now)
    if case .setMode = action { statistics.recoveries += 1 }
    if case .shown(let one) = try perform(action, now: now) { presentations.append(one) }
    return presentations + (try handleEvents(now: now))
  }

  func takeEvents(now: Int64) throws(DisplayError) -> [Presentation] {
    let events: [FlipEvent]
    do { events = try device.readEvents() } catch { throw refusal(error, of: "reading events") }
    var presentations: [Presentation] = []
    for event in events {
      guard machine.flipCompleted(event) else {
        statistics.staleEvents += 1
        continue
      }
      statistics.completedFlips += 1
      presentations.append(
        clock.record(sequence: event.sequence, timestamp: event.timestamp, now: now))
    }
    return presentations
  }

  func perform(_ action: FlipMachine.Action, now: Int64) throws(DisplayError) -> Outcome {
    var action = action
    while true {
      switch action {
      case .nothing: return .nothing
      case .wait: return .waiting
      case .flip(let buffer, let userData):
        do {
          try device.pageFlip(
            crtc: choice.crtc, framebuffer: buffers[buffer].framebuffer, userData: userData)
          machine.flipAccepted(now: now)
          statistics.flips += 1
          return .submitted
        } catch {
          statistics.refusals[error, default: 0] += 1
          action = machine.flipRefused(error)
        }
      case .setMode(let buffer):
        do { return .shown(try setMode(buffer)) } catch {
          statistics.refusals[error, default: 0] += 1
          action = machine.modeSetRefused(error)
        }
      case .drain:
        // With no flip in flight, what is read here belongs to flips long past.
        _ = try takeEvents(now: now)
        action = machine.submit()
      case .fail(let errno): throw refusal(errno, of: "showing a picture")
      case .giveUp:
        throw DisplayError(
          .stuck,
          "\(choice.connector.name) on \(device.path) (driver \(device.driverName)) takes "
            + "pictures but never shows them, even after \(FlipMachine.recoveryLimit) mode sets. "
            + "Look into the kernel's log: dmesg.")
      }
    }
  }

  private func setMode(_ buffer: Int) throws(Errno) -> Presentation {
    let started = time.now
    try device.setCRTC(
      choice.crtc, framebuffer: buffers[buffer].framebuffer, x: 0, y: 0,
      connectors: [choice.connector.id], mode: choice.mode)
    let finished = time.now
    machine.modeSetAccepted()
    statistics.modeSets += 1
    var kind = clock.kind
    var sample: VblankSample?
    do { sample = try device.vblank(crtc: choice.crtc) } catch .notSupported { kind = .timer } catch
    {
      // A kernel that cannot say is found out by its events.
      sample = nil
    }
    let presentation = clock.noteModeSet(
      from: started, to: finished, sample: sample, kind: kind, isFirst: !isLit)
    isLit = true
    return presentation
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
