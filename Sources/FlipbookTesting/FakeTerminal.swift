public import Linux

/// A simulated virtual terminal: refuses what the kernel refuses, and keeps what was asked of it.
///
/// Its card's console is told by `onText`: text on the terminal in front makes the kernel's console
/// take the display, whoever is its master.
public final class FakeTerminal: TerminalDevice {
  /// What was asked of it that changes something, in order.
  public enum Request: Sendable, Hashable {
    /// `KDSETMODE`.
    case content(TerminalContent)
    /// `KDSKBMODE`.
    case keyboard(TerminalKeyboard)
    /// `TCFLSH`.
    case discardInput
    /// `VT_SETMODE`.
    case switching(TerminalSwitching)
    /// `VT_RELDISP` 1 or 0.
    case release(Bool)
    /// `VT_RELDISP` with `VT_ACKACQ`.
    case acknowledge
    /// `VT_ACTIVATE`.
    case activate(Int)
    /// A guardian was started.
    case protect
    /// A guardian was told anew.
    case protectKeyboard(TerminalKeyboard)
    /// A guardian was sent away.
    case unprotect
    /// A guardian was left to do what was asked of it.
    case handOver
  }

  /// N of the `/dev/ttyN` that it stands for.
  public let number: Int
  /// All requests that were granted.
  public private(set) var requests: [Request] = []
  /// Whether there is the right to change anything.
  public var isPermitted = true
  /// What discarding input is refused with; nil where it is granted.
  public var discardError: Errno?
  /// Whether another player has it.
  public var isClaimed = false
  /// Called when text on the terminal in front makes the kernel's console take the display.
  public var onText: () -> Void = {}
  /// Called with a signal that the kernel sends to the process.
  public var onSignal: (Int32) -> Void = { _ in }

  private var front: Int
  private var shown = TerminalContent.text
  private var keys: TerminalKeyboard
  private var mode = TerminalSwitching.automatic
  /// Who is to come to the front once this terminal is released.
  private var successor: Int?

  /// Another program has it: its screen, its keys, and a say in switching.
  public func letAnotherTake() {
    (shown, keys) = (.graphics, .off)
    // What a desktop uses, and what plymouth does.
    mode = .process(TerminalSignals(release: 10, acquire: 12))
  }

  /// That program ends and puts it back; `keyboard` may be another than before.
  public func letAnotherLeave(keyboard: TerminalKeyboard = .unicode) {
    (shown, keys, mode) = (.text, keyboard, .automatic)
  }

  /// A terminal in front that shows text.
  public init(number: Int = 1, keyboard: TerminalKeyboard = .unicode) {
    self.number = number
    front = number
    keys = keyboard
  }

  /// Somebody asks for a terminal to come to the front, as by `chvt`.
  ///
  /// - Returns: whether the kernel takes it up: never where pictures are shown and nobody is asked.
  @discardableResult
  public func request(_ other: Int) -> Bool {
    guard other != front else { return true }
    guard front == number else {
      bringToFront(other)
      return true
    }
    switch mode {
    case .automatic:
      if shown == .graphics { return false }
      bringToFront(other)
    case .process(let signals):
      successor = other
      onSignal(signals.release)
    }
    return true
  }

  private func bringToFront(_ other: Int) {
    front = other
    successor = nil
    if other == number, case .process(let signals) = mode { onSignal(signals.acquire) }
  }

  private func grant(_ request: Request) throws(Errno) {
    guard isPermitted else { throw .notPermitted }
    requests.append(request)
  }

  /// Fails with `wouldBlock` where `isClaimed` says so.
  public func claim() throws(Errno) { if isClaimed { throw .wouldBlock } }

  /// The terminal in front.
  public func foreground() throws(Errno) -> Int { front }

  /// As `request`, by the process itself.
  public func activate(_ number: Int) throws(Errno) {
    guard number > 0 else { throw Errno(rawValue: 6) }
    try grant(.activate(number))
    request(number)
  }

  /// What it shows.
  public func content() throws(Errno) -> TerminalContent { shown }

  /// Sets that; text where it was text before changes nothing.
  public func setContent(_ content: TerminalContent) throws(Errno) {
    try grant(.content(content))
    guard content != shown else { return }
    shown = content
    if content == .text, front == number { onText() }
  }

  /// How it takes keys.
  public func keyboard() throws(Errno) -> TerminalKeyboard { keys }

  /// Sets that; a number that is no mode is refused.
  public func setKeyboard(_ keyboard: TerminalKeyboard) throws(Errno) {
    guard (0...4).contains(keyboard.rawValue) else { throw .invalidArgument }
    try grant(.keyboard(keyboard))
    keys = keyboard
  }

  /// Nothing is typed here.
  public func discardInput() throws(Errno) {
    if let discardError { throw discardError }
    try grant(.discardInput)
  }

  /// Who decides on switching.
  public func switching() throws(Errno) -> TerminalSwitching { mode }

  /// Sets that; a switch that is asked for is forgotten.
  public func setSwitching(_ switching: TerminalSwitching) throws(Errno) {
    try grant(.switching(switching))
    mode = switching
    successor = nil
  }

  /// Answers a switch that is asked for.
  public func answerRelease(_ isAllowed: Bool) throws(Errno) {
    guard case .process = mode, let successor else { throw .invalidArgument }
    try grant(.release(isAllowed))
    self.successor = nil
    if isAllowed { bringToFront(successor) }
  }

  /// Fine where nothing is to be acknowledged too.
  public func acknowledge() throws(Errno) {
    guard case .process = mode else { throw .invalidArgument }
    try grant(.acknowledge)
  }

  /// Needs no right.
  public func protect(
    restoring keyboard: TerminalKeyboard, signals: TerminalSignals
  ) throws(Errno) { requests.append(.protect) }

  /// Needs no right.
  public func protect(restoring keyboard: TerminalKeyboard) {
    requests.append(.protectKeyboard(keyboard))
  }

  /// Needs no right.
  public func unprotect() { requests.append(.unprotect) }

  /// Always nil: there is nothing to protect.
  public var guardian: Guardian? { nil }

  /// Needs no right.
  public func handOver() { requests.append(.handOver) }
}
