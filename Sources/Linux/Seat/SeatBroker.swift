/// The seam to one seat: a broker opens cards and input devices, and says who may use them when.
///
/// `LibSeat` is the real one, `FakeSeat` of `FlipbookTesting` the simulated one. Devices may be opened
/// and closed on any thread, all else is for the loop's.
public protocol SeatBroker: AnyObject, Sendable {
  /// What the seat is called: "seat0".
  var name: String { get }

  /// Readable when there are events to take.
  var descriptor: Int32 { get }

  /// Takes what the broker has said, oldest first: `libseat_dispatch`.
  ///
  /// - Parameter milliseconds: how long to wait where nothing has come.
  /// - Throws: where the broker is gone; nothing can be used any more.
  func takeEvents(waiting milliseconds: Int32) throws(Errno) -> [SeatEvent]

  /// Opens a card or an input device: `libseat_open_device`.
  ///
  /// - Returns: a descriptor, which `close` closes.
  /// - Throws: `notPermitted` and the like for what is no device of the seat, or while another
  ///   session has it.
  func open(_ path: String) throws(Errno) -> Int32

  /// Closes a device of `open`: `close` and `libseat_close_device`.
  func close(_ descriptor: Int32)

  /// Says that nothing is used any more, in answer to `disabled`: `libseat_disable_seat`.
  func acknowledge() throws(Errno)

  /// Asks for another session to come to the front: `libseat_switch_session`.
  ///
  /// - Parameter session: N of a `/dev/ttyN`, where sessions have terminals.
  func switchSession(_ session: Int) throws(Errno)
}

/// What the broker of a seat says.
public enum SeatEvent: Sendable, Hashable {
  /// The devices may be used; those of input must be opened anew.
  case enabled
  /// They may not: cards are no longer driven by this session, input devices are dead already.
  case disabled
}
