import Synchronization

/// The broker of a seat, also where its daemon ends and another takes its place.
///
/// Whoever opens devices has one broker all along. A device is closed by the broker that opened it.
/// Devices may be opened and closed on any thread, all else is for the loop's.
public final class SeatRelay: SeatBroker {
  private struct State {
    var present: (any SeatBroker)?
    /// Who opened what is open: each lives as long as one of its devices.
    var owners: [Int32: any SeatBroker] = [:]
  }

  private let state: Mutex<State>

  /// What the seat is called.
  public let name: String

  /// Relays to a broker.
  public init(_ broker: any SeatBroker) {
    name = broker.name
    state = Mutex(State(present: broker))
  }

  /// Who is relayed to; nil while there is nobody.
  public var present: (any SeatBroker)? {
    get { state.withLock(\.present) }
    set { state.withLock { $0.present = newValue } }
  }

  /// The present broker's; -1 while there is none.
  public var descriptor: Int32 { present?.descriptor ?? -1 }

  private func required() throws(Errno) -> any SeatBroker {
    guard let present else { throw .brokenPipe }
    return present
  }

  /// Takes what the present broker has said; `brokenPipe` while there is none.
  public func takeEvents(waiting milliseconds: Int32) throws(Errno) -> [SeatEvent] {
    try required().takeEvents(waiting: milliseconds)
  }

  /// Opens a device by the present broker; `brokenPipe` while there is none.
  public func open(_ path: String) throws(Errno) -> Int32 {
    let broker = try required()
    let descriptor = try broker.open(path)
    state.withLock { $0.owners[descriptor] = broker }
    return descriptor
  }

  /// Has whoever opened a device close it.
  public func close(_ descriptor: Int32) {
    // Forgotten first: once it is closed, its number may be another's.
    let owner = state.withLock { $0.owners.removeValue(forKey: descriptor) }
    owner?.close(descriptor)
  }

  /// Answers the present broker.
  public func acknowledge() throws(Errno) { try required().acknowledge() }

  /// Asks the present broker for another session.
  public func switchSession(_ session: Int) throws(Errno) {
    try required().switchSession(session)
  }
}
