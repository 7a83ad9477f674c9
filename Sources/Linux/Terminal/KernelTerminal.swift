import CLinux
import Glibc

/// The number of a real-time signal, counted from the first that the C library leaves free.
func realTimeSignal(_ index: Int32) -> Int32 { clinux_first_real_time_signal() + index }

/// A virtual terminal of the real kernel.
public final class KernelTerminal: TerminalDevice {
  /// N of `/dev/ttyN`.
  public let number: Int

  private let descriptor: FileDescriptor
  /// Puts the terminal back if this process dies; nil before it is protected.
  public private(set) var guardian: Guardian?
  /// The terminal to go back to when this one's program has ended, in whatever way; nil for none.
  ///
  /// Set before it is protected.
  public var earlier: Int?

  /// Opens `/dev/ttyN`, which does not become the controlling terminal.
  ///
  /// - Throws: what `open(2)` answers: ENOENT where there is none, EACCES where it is another's.
  public init(number: Int) throws(Errno) {
    descriptor = try FileDescriptor.open(
      "/dev/tty\(number)", flags: O_RDWR | O_NOCTTY | O_NONBLOCK)
    self.number = number
  }

  /// `flock`, which goes with the last process that has the descriptor: the guardian too.
  public func claim() throws(Errno) {
    for attempt in 1... {
      do throws(Errno) {
        _ = try valueOrErrno { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
        return
      } catch {
        // The guardian of a player that was killed needs a few milliseconds.
        guard error == .wouldBlock, attempt < 30 else { throw error }
        _ = poll(nil, 0, 10)
      }
    }
  }

  /// The terminal in front: `/sys/class/tty/tty0/active`.
  public func foreground() throws(Errno) -> Int {
    guard let number = try Self.foregroundNumber() else { throw .noDevice }
    return number
  }

  /// `VT_ACTIVATE`.
  public func activate(_ number: Int) throws(Errno) { try request(VT_ACTIVATE, CInt(number)) }

  /// `KDGETMODE`.
  public func content() throws(Errno) -> TerminalContent {
    try value(KDGETMODE) == KD_TEXT ? .text : .graphics
  }

  /// `KDSETMODE`.
  public func setContent(_ content: TerminalContent) throws(Errno) {
    try request(KDSETMODE, content.rawValue)
  }

  /// `KDGKBMODE`.
  public func keyboard() throws(Errno) -> TerminalKeyboard {
    TerminalKeyboard(rawValue: try value(KDGKBMODE))
  }

  /// `KDSKBMODE`.
  public func setKeyboard(_ keyboard: TerminalKeyboard) throws(Errno) {
    try request(KDSKBMODE, keyboard.rawValue)
  }

  /// `TCFLSH`.
  public func discardInput() throws(Errno) {
    // A job in the background of the terminal's shell would be stopped for it.
    var (stopping, before) = (sigset_t(), sigset_t())
    sigemptyset(&stopping)
    sigaddset(&stopping, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &stopping, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    _ = try valueOrErrno { tcflush(descriptor.rawValue, TCIFLUSH) }
  }

  /// `VT_GETMODE`.
  public func switching() throws(Errno) -> TerminalSwitching {
    var mode = vt_mode()
    _ = try valueOrErrno { ioctl(descriptor.rawValue, UInt(VT_GETMODE), &mode) }
    guard CInt(mode.mode) == VT_PROCESS else { return .automatic }
    return .process(TerminalSignals(release: CInt(mode.relsig), acquire: CInt(mode.acqsig)))
  }

  /// `VT_SETMODE`.
  public func setSwitching(_ switching: TerminalSwitching) throws(Errno) {
    var mode = vt_mode()
    if case .process(let signals) = switching {
      var console = console(.unicode, signals)
      mode = clinux_console_process(&console)
    }
    _ = try valueOrErrno { ioctl(descriptor.rawValue, UInt(VT_SETMODE), &mode) }
  }

  /// `VT_RELDISP`.
  public func answerRelease(_ isAllowed: Bool) throws(Errno) {
    try request(VT_RELDISP, isAllowed ? 1 : 0)
  }

  /// `VT_RELDISP`.
  public func acknowledge() throws(Errno) { try request(VT_RELDISP, VT_ACKACQ) }

  /// A process of its own for SIGKILL, handlers for faults.
  public func protect(
    restoring keyboard: TerminalKeyboard, signals: TerminalSignals
  ) throws(Errno) {
    var console = console(keyboard, signals)
    guardian = try Guardian(console: &console)
    clinux_console_watch_faults(&console)
  }

  /// Told to the guardian and the handlers.
  public func protect(restoring keyboard: TerminalKeyboard) {
    clinux_console_keep_keyboard(keyboard.rawValue)
    guardian?.restore(keyboard)
  }

  /// The guardian ends.
  public func unprotect() {
    guard let guardian else { return }
    clinux_console_forget_faults()
    guardian.dismiss()
    self.guardian = nil
  }

  /// The guardian does what is to be done.
  public func handOver() {
    guard let guardian else { return }
    clinux_console_forget_faults()
    guardian.handOver()
    self.guardian = nil
  }

  /// Puts back what a player left that was killed, or its guardian, if this terminal is still as
  /// they left it.
  ///
  /// - Returns: whether there was something to put back.
  /// - Throws: `wouldBlock` where a player has it; the errno of the request that failed.
  public func restoreAbandoned() throws(Errno) -> Bool {
    try claim()
    for signals in [VirtualTerminal.signals, Guardian.signals] {
      var console = console(.unicode, signals)
      if try valueOrErrno({ clinux_console_restore(&console) }) == 1 { return true }
    }
    return false
  }

  /// The terminal that a player before this one was to go back to, and has left in front.
  ///
  /// - Throws: the errno of `VT_GETMODE`.
  public func abandonedEarlier() throws(Errno) -> Int? {
    var mode = vt_mode()
    _ = try valueOrErrno { ioctl(descriptor.rawValue, UInt(VT_GETMODE), &mode) }
    let signals = [VirtualTerminal.signals, Guardian.signals].map { CShort($0.release) }
    guard CInt(mode.mode) == VT_PROCESS, signals.contains(mode.relsig) else { return nil }
    let number = Int(clinux_console_earlier(&mode))
    return number > 0 ? number : nil
  }

  private func console(
    _ keyboard: TerminalKeyboard, _ signals: TerminalSignals
  ) -> clinux_console {
    clinux_console(
      descriptor: descriptor.rawValue, keyboard_mode: keyboard.rawValue,
      release_signal: signals.release, acquire_signal: signals.acquire, number: CInt(number),
      earlier: CInt(clamping: earlier ?? 0))
  }

  private func request(_ number: CInt, _ argument: CInt) throws(Errno) {
    _ = try valueOrErrno { ioctl(descriptor.rawValue, UInt(number), argument) }
  }

  private func value(_ number: CInt) throws(Errno) -> CInt {
    var value: CInt = 0
    _ = try valueOrErrno { ioctl(descriptor.rawValue, UInt(number), &value) }
    return value
  }
}
