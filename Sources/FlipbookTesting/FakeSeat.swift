public import Linux
import Synchronization

/// A simulated broker of a seat: opens what it is told to have, while it gives the seat.
///
/// Devices are made-up descriptors that nothing can be read from. A test says what the broker says by
/// `give` and `take`; the program learns of it when it dispatches.
public final class FakeSeat: SeatBroker {
  /// What was asked of it, in order.
  public enum Request: Sendable, Hashable {
    /// `libseat_open_device`.
    case open(String)
    /// `libseat_close_device`.
    case close(String)
    /// `libseat_disable_seat`.
    case acknowledge
    /// `libseat_switch_session`.
    case switchSession(Int)
  }

  private struct State {
    var isGiven = false
    var isGone = false
    var waitsForAnswer = false
    var events: [SeatEvent] = []
    var requests: [Request] = []
    var open: [Int32: String] = [:]
    var lastDescriptor: Int32 = 1_000_000
  }

  private let state: Mutex<State>
  private let devices: Set<String>

  /// What the seat is called.
  public let name: String
  /// Always -1: whoever gives the seat calls `SeatSession.dispatch` as well.
  public let descriptor: Int32 = -1

  /// A seat with devices, given from the beginning or not.
  public init(name: String = "seat0", devices: Set<String>, isGiven: Bool = true) {
    self.name = name
    self.devices = devices
    state = Mutex(State())
    if isGiven { give() }
  }

  /// All requests that were granted.
  public var requests: [Request] { state.withLock(\.requests) }

  /// The devices that are open, and may be used or not.
  public var openDevices: [String] { state.withLock { $0.open.values.sorted() } }

  /// Whether the session was told to let go of its devices and has not said that it has.
  public var waitsForAnswer: Bool { state.withLock(\.waitsForAnswer) }

  /// Gives the seat to the session, once it has let go of it.
  public func give() {
    state.withLock { state in
      state.isGiven = true
      state.events.append(.enabled)
    }
  }

  /// Takes the seat away, for another session.
  public func take() {
    state.withLock { state in
      guard state.isGiven else { return }
      state.isGiven = false
      state.waitsForAnswer = true
      state.events.append(.disabled)
    }
  }

  /// The daemon ends.
  public func vanish() { state.withLock { $0.isGone = true } }

  /// Takes what was said; `brokenPipe` once the daemon is gone.
  public func takeEvents(waiting milliseconds: Int32) throws(Errno) -> [SeatEvent] {
    try state.withLock { state throws(Errno) in
      let events = state.events
      state.events = []
      guard !events.isEmpty || !state.isGone else { throw .brokenPipe }
      return events
    }
  }

  /// Opens one of its devices; `notPermitted` while the seat is another's.
  public func open(_ path: String) throws(Errno) -> Int32 {
    try state.withLock { state throws(Errno) in
      guard !state.isGone else { throw .brokenPipe }
      guard state.isGiven else { throw .notPermitted }
      guard devices.contains(path) else { throw .notFound }
      state.requests.append(.open(path))
      state.lastDescriptor += 1
      state.open[state.lastDescriptor] = path
      return state.lastDescriptor
    }
  }

  /// Closes a device.
  public func close(_ descriptor: Int32) {
    state.withLock { state in
      guard let path = state.open.removeValue(forKey: descriptor) else { return }
      state.requests.append(.close(path))
    }
  }

  /// Takes the answer; `invalidArgument` where none is waited for.
  public func acknowledge() throws(Errno) {
    try state.withLock { state throws(Errno) in
      guard !state.isGone else { throw .brokenPipe }
      guard state.waitsForAnswer else { throw .invalidArgument }
      state.waitsForAnswer = false
      state.requests.append(.acknowledge)
    }
  }

  /// Takes the seat away, as a switch to another terminal does.
  public func switchSession(_ session: Int) throws(Errno) {
    try state.withLock { state throws(Errno) in
      guard !state.isGone else { throw .brokenPipe }
      guard state.isGiven else { throw .notPermitted }
      state.requests.append(.switchSession(session))
    }
    take()
  }
}
