public import Linux

extension FlipMachine {
  // MARK: - What the kernel said

  mutating func start(_ attempt: Attempt) -> Action {
    self.attempt = attempt
    switch attempt {
    case .flip(let buffer, let userData): return .flip(buffer: buffer, userData: userData)
    case .setMode(let buffer): return .setMode(buffer: buffer)
    case .question(let buffer, let userData): return .flip(buffer: buffer, userData: userData)
    }
  }

  /// The kernel took the flip.
  ///
  /// - Returns: when the flip before it was asked for, where this one shows that it was done without
  ///   a word; nil where nothing is known anew.
  public mutating func flipAccepted(now: Int64) -> Int64? {
    if case .question(let buffer, let userData) = attempt, let before = pending {
      attempt = nil
      bringToFront(buffer)
      buffers[buffer] = .queued
      // A kernel that tells of none is given up in the time of the first.
      pending = Pending(
        buffer: buffer, userData: userData, since: before.since, doubt: now + trust,
        isRepeated: true)
      return before.isRepeated ? nil : before.since
    }
    guard case .flip(let buffer, let userData) = attempt else { return nil }
    attempt = nil
    buffers[buffer] = .queued
    pending = Pending(buffer: buffer, userData: userData, since: now, doubt: now + trust)
    hasWaiting = false
    return nil
  }

  /// The kernel refused the flip; nothing has changed but what is to be done.
  public mutating func flipRefused(_ errno: Errno, now: Int64) -> Action {
    if case .question(let buffer, _) = attempt {
      switch errno {
      case .busy, .noMemory, .interrupted, .wouldBlock:
        // It is on its way still, or there is no telling.
        attempt = nil
        return .nothing
      case .invalidArgument, .noSpace: return start(.setMode(buffer: buffer))
      default: return refused(errno, now: now)
      }
    }
    guard case .flip(let buffer, _) = attempt else { return .nothing }
    switch errno {
    case .busy, .invalidArgument, .noSpace:
      // With no flip of ours in flight, busy means that the plane shows nothing: its picture was
      // taken away, or another program was here. The others: the CRTC is off, or has a mode or a
      // format that is not ours. A mode set mends all of that.
      attempt = nil
      needsModeSet = true
      guard mendings < Self.recoveryLimit else {
        mendings = 0
        return .backOff(
          until: rest(now: now, atMost: Self.shortestRest), errno)
      }
      mendings += 1
      return start(.setMode(buffer: buffer))
    default: return refused(errno, now: now)
    }
  }

  /// The kernel refused the mode set; the picture is kept for the next try.
  public mutating func modeSetRefused(_ errno: Errno, now: Int64) -> Action {
    guard case .setMode = attempt else { return .nothing }
    // Whatever it was for: the display is not as it should be until one is granted.
    needsModeSet = true
    guard errno != .noSpace else {
      attempt = nil
      return .outgrow
    }
    return refused(errno, now: now)
  }

  /// Reading events was refused.
  public mutating func eventsRefused(_ errno: Errno, now: Int64) -> Action {
    attempt = nil
    // Reading is what would make room: there is nothing to drain first.
    guard errno != .noMemory else { return .backOff(until: rest(now: now), errno) }
    return refused(errno, now: now)
  }

  private mutating func refused(_ errno: Errno, now: Int64) -> Action {
    let refusedAttempt = attempt
    attempt = nil
    switch errno {
    case .accessDenied, .notPermitted:
      pause()
      return .pause
    case .noDevice:
      lose()
      return .lose
    case .interrupted, .wouldBlock:
      guard let refusedAttempt, repeats < Self.repeatLimit else { break }
      repeats += 1
      return start(refusedAttempt)
    case .noMemory where !hasDrained && pending == nil:
      hasDrained = true
      drainedAttempt = refusedAttempt
      return .drain
    default: break
    }
    return .backOff(until: rest(now: now), errno)
  }

  /// The events were read: asks once more for what there was no room for.
  public mutating func drained(now: Int64) -> Action {
    defer { drainedAttempt = nil }
    // Reading them may have been refused as well.
    guard let drainedAttempt, mayAsk(now) else { return .wait }
    return start(drainedAttempt)
  }

  /// A time came to ask again, and there was nothing to be asked for: the rest is over.
  public mutating func noteRested(now: Int64) { _ = mayAsk(now) }

  /// Leaves the kernel alone for a while.
  private mutating func rest(now: Int64, atMost longest: Int64 = longestRest) -> Int64 {
    let doublings = Int64(min(max(0, rests - Self.shortRests), 8))
    let until = now + min(Self.shortestRest << doublings, longest)
    rests += 1
    condition = .backingOff(until: until)
    return until
  }

  private mutating func noteProgress() {
    rests = 0
    repeats = 0
    hasDrained = false
    if case .backingOff = condition { condition = .working }
  }

  /// A flip was completed.
  ///
  /// - Returns: whether it was the one in flight; others are left over from before a mode set.
  public mutating func flipCompleted(_ event: FlipEvent) -> Bool {
    guard let pending, event.userData == pending.userData, event.crtc == crtc || event.crtc == 0
    else { return false }
    self.pending = nil
    recoveries = 0
    mendings = 0
    noteProgress()
    bringToFront(pending.buffer)
    return true
  }

  /// The kernel set the mode, having waited for what was in flight.
  public mutating func modeSetAccepted() {
    guard case .setMode(let buffer) = attempt else { return }
    attempt = nil
    // The event of a flip that was in flight may still come; it finds nothing pending.
    pending = nil
    needsModeSet = false
    if buffers[buffer] == .drawn { hasWaiting = false }
    noteProgress()
    bringToFront(buffer)
  }

  /// Looks whether a flip has been in flight for too long.
  ///
  /// - Returns: after a fifth of a second the same flip again, which the kernel takes only if the
  ///   one before is done and its event lost; after a second a mode set to recover by, or `giveUp`
  ///   after some of those.
  public mutating func watchdog(now: Int64) -> Action {
    guard let pending, let deadline = watchdogDeadline, now >= deadline else { return .nothing }
    guard now >= pending.since + patience else {
      self.pending?.doubt = now + trust
      lastUserData += 1
      return start(.question(buffer: pending.buffer, userData: lastUserData))
    }
    recoveries += 1
    needsModeSet = true
    guard recoveries <= Self.recoveryLimit else {
      // Taken for done, so that the next picture can be tried when the display had its rest.
      self.pending = nil
      recoveries = 0
      return .giveUp(until: rest(now: now))
    }
    return start(.setMode(buffer: pending.buffer))
  }

  private mutating func bringToFront(_ buffer: Int) {
    for other in buffers.indices where buffers[other] == .front || buffers[other] == .queued {
      buffers[other] = .free
    }
    buffers[buffer] = .front
  }
}
