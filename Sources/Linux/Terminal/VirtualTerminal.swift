/// A virtual terminal that a program has for itself: drawing its own pictures, keys off, asked
/// before another comes to the front.
///
/// `take()` once the display is the program's, `leave()` after its last flip; what is not left is
/// put back when this value goes, and by a guardian when the process dies. Confined to the loop's
/// thread.
public final class VirtualTerminal {
  /// By which the kernel speaks of switching; not those that programs and libraries use themselves.
  public static let signals = TerminalSignals(
    release: realTimeSignal(4), acquire: realTimeSignal(5))

  /// The terminal.
  public let device: any TerminalDevice
  /// Whether it is the program's.
  public private(set) var isTaken = false
  /// What is to be done with display and input; answers what came of it, nil for nothing yet.
  ///
  /// Asked for everything but `allowRelease`, `refuseRelease`, `acknowledge` and `activate`, which
  /// are done here.
  public var perform: (TerminalHandshake.Action) -> TerminalHandshake.Input? = { _ in nil }
  /// Told what the terminal refused, a sentence each.
  public var log: (String) -> Void = { _ in }

  private var handshake: TerminalHandshake
  private var keyboard: TerminalKeyboard
  private let isYielding: Bool
  private var inputs: [TerminalHandshake.Input] = []
  private var isHandling = false
  private var isProtected = true
  private var isShared = false

  /// Claims a terminal and has it guarded; nothing changes on it yet.
  ///
  /// Call it before threads start and before the display is opened: the guardian is a process that
  /// starts here.
  /// - Parameters:
  ///   - device: the terminal.
  ///   - isLocked: whether it is switched away from by nobody.
  ///   - isYielding: whether it is left to another program that has it when it is to be taken.
  /// - Throws: `wouldBlock` where another player has it; the errno of the request that failed.
  public init(
    _ device: any TerminalDevice, isLocked: Bool, isYielding: Bool = false
  ) throws(Errno) {
    try device.claim()
    // What a program left that was killed is nothing to go back to.
    keyboard = Self.usable(try device.keyboard()) ?? .unicode
    self.device = device
    self.isYielding = isYielding
    handshake = TerminalHandshake(isLocked: isLocked)
    try device.protect(restoring: self.keyboard, signals: Self.signals)
  }

  deinit { leave() }

  /// Where it is.
  public var state: TerminalHandshake.State { handshake.state }

  /// Makes it the program's: switching first, then graphics, then the keyboard.
  ///
  /// In another order a program that dies leaves a terminal that can never be switched away from.
  /// What was typed before is thrown away: it was for a program that has ended, or for nobody.
  /// - Throws: `notPermitted` where there is no right to it, `busy` where another program has it that it
  ///   is left to; the terminal is then as it was.
  public func take() throws(Errno) {
    guard !isTaken else { return }
    if isYielding, try device.switching().isAnothers { throw .busy }
    if let now = Self.usable(try device.keyboard()), now != keyboard {
      keyboard = now
      device.protect(restoring: now)
    }
    do throws(Errno) {
      try device.setSwitching(.process(Self.signals))
      try device.setContent(.graphics)
      try device.setKeyboard(.off)
      try device.discardInput()
      isTaken = true
    } catch {
      // Only what was set: text would make the console take a display that may be another's.
      if (try? device.keyboard()) == .off { try? device.setKeyboard(keyboard) }
      if (try? device.content()) == .graphics { try? device.setContent(.text) }
      try? device.setSwitching(.automatic)
      throw error
    }
  }

  /// A way of taking keys that somebody can type with; nil for others, such as what a program that
  /// reads keys by itself has left.
  private static func usable(_ keyboard: TerminalKeyboard) -> TerminalKeyboard? {
    [.translated, .unicode].contains(keyboard) ? keyboard : nil
  }

  /// Lets keys reach the terminal again while the rest stays taken; `leave()` throws them away.
  public func shareKeyboard() {
    guard isTaken else { return }
    isShared = true
    tell("keyboard") { () throws(Errno) in try device.setKeyboard(keyboard) }
  }

  /// Puts keyboard, text and switching back.
  ///
  /// Call it after the last flip: the console has the display then.
  public func leave() {
    if isTaken {
      isTaken = false
      handle(.ending)
      if isShared { tell("input") { () throws(Errno) in try device.discardInput() } }
      tell("keyboard") { () throws(Errno) in try device.setKeyboard(keyboard) }
      tell("text") { () throws(Errno) in try device.setContent(.text) }
      tell("switching") { () throws(Errno) in try device.setSwitching(.automatic) }
    }
    guard isProtected else { return }
    isProtected = false
    device.unprotect()
  }

  /// Leaves it as it is, for the guardian to do with it what was asked: the picture stays up.
  ///
  /// Where another terminal is in front, or about to be, it is put back as by `leave()`.
  ///
  /// - Returns: whether the guardian has it.
  public func handOver() -> Bool {
    guard isProtected, state == .here else {
      leave()
      return false
    }
    isTaken = false
    isProtected = false
    device.handOver()
    return true
  }

  private func tell(_ what: String, _ deed: () throws(Errno) -> Void) {
    do throws(Errno) { try deed() } catch {
      log(
        "The \(what) of /dev/tty\(device.number) cannot be put back: \(error). Try: reset, or chvt."
      )
    }
  }

  // MARK: - Switching

  /// A signal came that may be one of the terminal's.
  public func handle(signal: Int32) {
    guard isTaken else { return }
    if signal == Self.signals.release { handle(.releaseAsked) }
    if signal == Self.signals.acquire { handle(.acquired) }
  }

  /// Takes in what happened and does what follows from it.
  public func handle(_ input: TerminalHandshake.Input) {
    inputs.append(input)
    guard !isHandling else { return }
    isHandling = true
    defer { isHandling = false }
    while !inputs.isEmpty {
      for action in handshake.handle(inputs.removeFirst()) {
        if let outcome = carryOut(action) { inputs.append(outcome) }
      }
    }
  }

  private func carryOut(_ action: TerminalHandshake.Action) -> TerminalHandshake.Input? {
    switch action {
    case .allowRelease: try? device.answerRelease(true)  // EINVAL: it is asked for no longer.
    case .refuseRelease: try? device.answerRelease(false)
    case .acknowledge: try? device.acknowledge()
    case .activate(let number):
      do throws(Errno) { try device.activate(number) } catch {
        log("Cannot switch to /dev/tty\(number): \(error).")
      }
    default: return perform(action)
    }
    return nil
  }
}

@available(*, unavailable)
extension VirtualTerminal: Sendable {}
