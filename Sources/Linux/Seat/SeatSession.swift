/// A seat that a program was given: its devices, and what follows from its coming and going.
///
/// Watch `broker.descriptor`, and call `dispatch` when it is readable. Confined to the loop's thread.
public final class SeatSession {
  /// Who gives the seat.
  public let broker: any SeatBroker
  /// What is to be done with display and input; answers what came of it, nil for nothing yet.
  ///
  /// Asked for everything but `acknowledge` and `switchSession`, which are done here.
  public var perform: (SeatHandshake.Action) -> SeatHandshake.Input? = { _ in nil }
  /// Told what the broker refused, a sentence each.
  public var log: (String) -> Void = { _ in }

  private var handshake: SeatHandshake
  private var inputs: [SeatHandshake.Input] = []
  private var isHandling = false

  /// Waits until a broker gives its seat.
  ///
  /// - Parameters:
  ///   - broker: who has the seat.
  ///   - isLocked: whether keys switch to no other session.
  ///   - milliseconds: how long to wait at most.
  /// - Throws: what the broker answers, or `wouldBlock` where another session has the seat.
  public init(_ broker: any SeatBroker, isLocked: Bool, waiting milliseconds: Int32 = 2_000)
    throws(Errno)
  {
    self.broker = broker
    handshake = SeatHandshake(isLocked: isLocked)
    var left = milliseconds
    while true {
      let events = try broker.takeEvents(waiting: min(left, 100))
      if events.last == .enabled { return }
      // Nothing is used yet.
      if events.last == .disabled { try broker.acknowledge() }
      left -= 100
      guard left > 0 else { throw .wouldBlock }
    }
  }

  /// Whether its devices may be used.
  public var isEnabled: Bool { handshake.state == .here }

  /// Takes what the broker has said, and does what follows from it.
  ///
  /// - Throws: where the broker is gone; the seat is lost then.
  public func dispatch() throws(Errno) {
    for event in try broker.takeEvents(waiting: 0) {
      handle(event == .enabled ? .enabled : .disabled)
    }
  }

  /// Takes in what happened and does what follows from it.
  public func handle(_ input: SeatHandshake.Input) {
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

  private func carryOut(_ action: SeatHandshake.Action) -> SeatHandshake.Input? {
    do throws(Errno) {
      switch action {
      case .acknowledge: try broker.acknowledge()
      case .switchSession(let session): try broker.switchSession(session)
      default: return perform(action)
      }
    } catch {
      log(
        "The seat \(broker.name) refuses \(action == .acknowledge ? "an answer" : "to switch"): \(error)."
      )
    }
    return nil
  }
}

@available(*, unavailable)
extension SeatSession: Sendable {}
