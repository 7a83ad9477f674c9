import Controls
import KMS
import Linux

/// The run's seat: its broker opens the devices, has the terminal, and says when they may be used.
///
/// Made before the display is opened.
final class SeatConductor: SessionConductor {
  weak var stage: (any TerminalStage)?

  private let session: SeatSession
  private let loop: EventLoop
  private let log: (String) -> Void
  private var keys = TerminalKeys()
  private var hasLeft = false

  /// Opens the machine's seat, and waits until it is given.
  convenience init(
    _ configuration: PlayerConfiguration, loop: EventLoop, log: @escaping (String) -> Void
  ) throws(Errno) {
    try self.init(
      SeatSession(LibSeat(), isLocked: configuration.terminalSwitching == .lock), loop: loop,
      log: log)
  }

  /// Listens to a seat that was given.
  init(_ session: SeatSession, loop: EventLoop, log: @escaping (String) -> Void) throws(Errno) {
    self.session = session
    self.loop = loop
    self.log = log
    if session.broker.descriptor >= 0 {
      try loop.watch(session.broker.descriptor, priority: 3) { [weak self] in self?.dispatch() }
    }
    session.log = log
    session.perform = { [weak self] in self?.perform($0) }
  }

  deinit { leave() }

  /// Why a seat is not given, for the middle of a sentence.
  static func reason(_ error: Errno) -> String {
    switch error {
    case .notImplemented: "the library libseat.so.1 is missing"
    case .wouldBlock: "another session is in front"
    default: "\(error)"
    }
  }

  var broker: (any SeatBroker)? { session.broker }

  /// Nil: the broker puts the console back when its client has ended, in whatever way.
  var guardian: Guardian? { nil }

  /// The broker keeps keys from the terminal, where it has one.
  var keepsKeys: Bool { true }

  var isInFront: Bool { session.isEnabled }

  func take() {}

  func noteNoKeys() {}

  func displayStopped() { session.handle(.displayStopped) }

  func takes(_ input: RawInput) -> Bool {
    guard let number = keys.take(input) else { return false }
    session.handle(.switchAsked(number))
    return true
  }

  func leave() {
    guard !hasLeft else { return }
    hasLeft = true
    session.handle(.ending)
    if session.broker.descriptor >= 0 { loop.unwatch(session.broker.descriptor) }
  }

  func handOver() { leave() }

  /// The broker has said something.
  func dispatch() {
    do throws(Errno) { try session.dispatch() } catch {
      // Its socket stays readable.
      if session.broker.descriptor >= 0 { loop.unwatch(session.broker.descriptor) }
      stage?.loseSeat(
        "The broker of the seat \(session.broker.name) has ended: \(error). Start the player again."
      )
    }
  }

  private func perform(_ action: SeatHandshake.Action) -> SeatHandshake.Input? {
    switch action {
    case .stopDisplay: stage?.stopDisplay()
    case .resumeDisplay: stage?.resumeDisplay()
    case .suspendInput: stage?.suspendInput()
    case .resumeInput: stage?.resumeInput()
    case .acknowledge, .switchSession: break
    }
    return nil
  }
}
