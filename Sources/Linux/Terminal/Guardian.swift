import CLinux

/// A process beside this one that does what is to be done once this one has ended, in whatever way.
///
/// It puts the console back; or, where it was given a card, leaves the last picture up, or black,
/// until another program shows something, another terminal comes to the front, or SIGTERM ends it.
/// Start it before threads start and before the display is opened. Confined to the loop's thread.
public final class Guardian {
  /// What is to be seen after this process.
  public enum Picture: Sendable, Hashable {
    /// What was seen last.
    case last
    /// Nothing: black.
    case black
  }

  /// By which the kernel speaks of switching to one that holds a picture.
  static var signals: TerminalSignals {
    TerminalSignals(release: clinux_holding_signal(0), acquire: clinux_holding_signal(1))
  }

  /// What it is called while it holds a picture, in `/proc/PID/comm`.
  public static var holderName: String { String(cString: clinux_holder_name) }

  private var socket: FileDescriptor?

  /// Starts one for a program that has no terminal of its own.
  ///
  /// - Throws: what `socketpair(2)` and `fork(2)` answer.
  public init() throws(Errno) {
    socket = FileDescriptor(adopting: try valueOrErrno { clinux_guard(nil) })
  }

  /// Starts one that has a console to put back.
  init(console: UnsafePointer<clinux_console>) throws(Errno) {
    socket = FileDescriptor(adopting: try valueOrErrno { clinux_guard(console) })
  }

  /// Hands over a card's file by which all is made that will be shown: its pictures are left, and
  /// the console is not put back.
  ///
  /// Another file of the same card takes the place of the earlier one.
  /// - Throws: `brokenPipe` where the guardian was killed.
  public func keep(_ card: Int32, leaving picture: Picture) throws(Errno) {
    guard let number = socket?.rawValue else { throw .brokenPipe }
    _ = try valueOrErrno { clinux_guard_keep(number, card, picture == .black ? 1 : 0) }
    // What a handler of faults would put back is to stay.
    clinux_console_forget_faults()
  }

  /// The console's keyboard is to be another way than was said at first.
  func restore(_ keyboard: TerminalKeyboard) {
    // It can fail only where the guardian was killed.
    if let number = socket?.rawValue { _ = clinux_guard_keyboard(number, keyboard.rawValue) }
  }

  /// The picture that is up now is black already, and is to stay.
  ///
  /// - Throws: `brokenPipe` where the guardian was killed.
  public func leaveWhatIsUp() throws(Errno) {
    guard let number = socket?.rawValue else { throw .brokenPipe }
    _ = try valueOrErrno { clinux_guard_leave_picture(number) }
  }

  /// Nothing of what was handed over is to be left: a card is gone, or was given up.
  public func forgetCards() {
    // It can fail only where the guardian was killed.
    if let number = socket?.rawValue { _ = clinux_guard_forget(number) }
  }

  /// Nothing is to be done any more.
  public func dismiss() {
    if let number = socket?.rawValue { _ = clinux_guard_dismiss(number) }
    socket = nil
  }

  /// From now on it does what is to be done, as if this process had ended.
  public func handOver() { socket = nil }
}

@available(*, unavailable)
extension Guardian: Sendable {}
