/// The seam to one virtual terminal: the kernel's requests in Swift values, errno as the error.
///
/// `KernelTerminal` is the real one, `FakeTerminal` of `FlipbookTesting` the simulated one. Setting
/// anything needs it to be the process's controlling terminal, or CAP_SYS_TTY_CONFIG; EPERM
/// otherwise. Confined to the loop's thread.
public protocol TerminalDevice: AnyObject {
  /// N of `/dev/ttyN`.
  var number: Int { get }

  /// Makes this process the only player on the terminal: `flock`.
  ///
  /// - Throws: `wouldBlock` where another player has it, or its guardian still puts it back.
  func claim() throws(Errno)

  /// The terminal that is in front: `VT_GETSTATE`, or sysfs.
  func foreground() throws(Errno) -> Int

  /// Asks for another terminal to come to the front: `VT_ACTIVATE`.
  func activate(_ number: Int) throws(Errno)

  /// Whether it shows text or is left to a program's own drawing: `KDGETMODE`.
  func content() throws(Errno) -> TerminalContent

  /// Sets that: `KDSETMODE`. Text on the terminal in front makes the kernel's console take the
  /// display, whoever is its master.
  func setContent(_ content: TerminalContent) throws(Errno)

  /// How keys are translated: `KDGKBMODE`.
  func keyboard() throws(Errno) -> TerminalKeyboard

  /// Sets that: `KDSKBMODE`.
  func setKeyboard(_ keyboard: TerminalKeyboard) throws(Errno)

  /// Throws away what was typed and not yet read: `TCFLSH`.
  func discardInput() throws(Errno)

  /// Who decides on switching to another terminal: `VT_GETMODE`.
  func switching() throws(Errno) -> TerminalSwitching

  /// Sets that: `VT_SETMODE`.
  func setSwitching(_ switching: TerminalSwitching) throws(Errno)

  /// Answers a request to let another terminal come to the front: `VT_RELDISP` 1 or 0.
  ///
  /// - Throws: `invalidArgument` where none is asked for.
  func answerRelease(_ isAllowed: Bool) throws(Errno)

  /// Says that the terminal's coming to the front was noticed: `VT_RELDISP` with `VT_ACKACQ`.
  func acknowledge() throws(Errno)

  /// From now on the terminal is put back if this process dies, in whatever way.
  ///
  /// - Parameters:
  ///   - keyboard: what keys are to be again.
  ///   - signals: by which the terminal is known to be as this process left it.
  func protect(restoring keyboard: TerminalKeyboard, signals: TerminalSignals) throws(Errno)

  /// What keys are to be again has changed since.
  func protect(restoring keyboard: TerminalKeyboard)

  /// No longer: it was put back.
  func unprotect()

  /// What protects it; nil before that, and for a simulated terminal.
  var guardian: Guardian? { get }

  /// No longer: the guardian does at once what it would do if this process died.
  func handOver()
}

/// What a virtual terminal shows.
public enum TerminalContent: Int32, Sendable, Hashable {
  /// The kernel's console: `KD_TEXT`.
  case text = 0
  /// Whatever a program draws: `KD_GRAPHICS`.
  case graphics = 1
}

/// How a virtual terminal takes keys, by the kernel's number of the mode.
public struct TerminalKeyboard: RawRepresentable, Sendable, Hashable {
  /// The number, as in `linux/kd.h`.
  public let rawValue: Int32

  /// Wraps a number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Keys become characters, each of a byte: `K_XLATE`.
  public static let translated = TerminalKeyboard(rawValue: 1)
  /// Keys become characters in UTF-8, what Linux starts with: `K_UNICODE`.
  public static let unicode = TerminalKeyboard(rawValue: 3)
  /// Keys reach nobody who reads the terminal: `K_OFF`.
  public static let off = TerminalKeyboard(rawValue: 4)
}

/// The two signals by which the kernel speaks of switching.
public struct TerminalSignals: Sendable, Hashable {
  /// Sent when another terminal is to come to the front.
  public let release: Int32
  /// Sent when this one has come to the front.
  public let acquire: Int32

  /// Two signals.
  public init(release: Int32, acquire: Int32) {
    self.release = release
    self.acquire = acquire
  }
}

/// Who decides on switching away from a virtual terminal.
public enum TerminalSwitching: Sendable, Hashable {
  /// The kernel, at once: `VT_AUTO`.
  case automatic
  /// A process, asked by signals: `VT_PROCESS`.
  case process(TerminalSignals)

  /// Whether it is a process that is no player, nor what a player has left.
  var isAnothers: Bool {
    guard case .process(let signals) = self else { return false }
    return signals != VirtualTerminal.signals && signals != Guardian.signals
  }
}
