import Controls
import KMS
import Linux

/// The run's seat: its broker opens the devices, has the terminal, and says when they may be used.
///
/// Where the broker ends, display and input are let go of, and its seat is opened anew as soon as
/// there is one. Made before the display is opened.
final class SeatConductor: SessionConductor {
  weak var stage: (any TerminalStage)?

  private let session: SeatSession
  private let relay: SeatRelay
  /// Opens the seat once more.
  private let open: () throws(Errno) -> any SeatBroker
  private let loop: EventLoop
  private let log: (String) -> Void
  private var keys = TerminalKeys()
  private var hasLeft = false
  /// What the loop watches; -1 for nothing.
  private var watched: Int32 = -1
  private var retry: TimerToken?
  private var pause = SeatConductor.patience.first

  /// Between two tries to open a seat anew: at first, and at most.
  private static let patience: (first: Int64, longest: Int64) = (250_000_000, 8_000_000_000)

  /// Opens the machine's seat, and waits until it is given.
  convenience init(
    _ configuration: PlayerConfiguration, loop: EventLoop, log: @escaping (String) -> Void
  ) throws(Errno) {
    try self.init(
      isLocked: configuration.terminalSwitching == .lock, loop: loop, log: log
    ) { () throws(Errno) in try LibSeat() }
  }

  /// Opens a seat, waits until it is given, and listens to it.
  ///
  /// - Parameter open: opens it, and again where its broker has ended.
  init(
    isLocked: Bool, loop: EventLoop, log: @escaping (String) -> Void,
    open: @escaping () throws(Errno) -> any SeatBroker
  ) throws(Errno) {
    self.open = open
    relay = SeatRelay(try open())
    session = try SeatSession(relay, isLocked: isLocked)
    self.loop = loop
    self.log = log
    try watch()
    session.log = log
    session.perform = { [weak self] in self?.perform($0) }
  }

  deinit { leave() }

  /// Why a seat is not given, for the middle of a sentence.
  static func reason(_ error: Errno) -> String {
    switch error {
    case .notImplemented: "the library libseat.so.1 is missing"
    case .wouldBlock: "another session is in front"
    case .refused: "neither a seat daemon nor logind answers"
    default: "\(error)"
    }
  }

  var broker: (any SeatBroker)? { relay }

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
    if let retry { loop.cancel(retry) }
    session.handle(.ending)
    unwatch()
  }

  func handOver() { leave() }

  /// The broker has said something.
  func dispatch() {
    do throws(Errno) { try session.dispatch() } catch { lose(error) }
  }

  // MARK: - A broker that ends

  private var lastWords = ""

  private func lose(_ error: Errno) {
    guard !hasLeft, relay.present != nil else { return }
    // Its socket stays readable.
    unwatch()
    relay.present = nil
    lastWords = "The broker of the seat \(relay.name) has ended: \(error)."
    session.handle(.lost)
    reopenLater()
  }

  private func reopenLater() {
    retry = loop.schedule(at: loop.now + pause) { [weak self] in self?.reopen() }
    pause = min(2 * pause, Self.patience.longest)
  }

  private func reopen() {
    retry = nil
    do throws(Errno) {
      relay.present = try open()
      try watch()
    } catch {
      relay.present = nil
      return reopenLater()
    }
    pause = Self.patience.first
    log("The seat \(relay.name) has a broker again.")
    // It may have given the seat already.
    dispatch()
  }

  private func watch() throws(Errno) {
    guard relay.descriptor >= 0 else { return }
    try loop.watch(relay.descriptor, priority: 3) { [weak self] in self?.dispatch() }
    watched = relay.descriptor
  }

  private func unwatch() {
    if watched >= 0 { loop.unwatch(watched) }
    watched = -1
  }

  // MARK: - The seat's coming and going

  private func perform(_ action: SeatHandshake.Action) -> SeatHandshake.Input? {
    switch action {
    case .stopDisplay: stage?.stopDisplay()
    case .loseDisplay:
      stage?.loseDisplay(DisplayError(.lost, lastWords, errno: .brokenPipe))
    case .resumeDisplay: stage?.resumeDisplay()
    case .suspendInput: stage?.suspendInput()
    case .resumeInput: stage?.resumeInput()
    case .acknowledge, .switchSession: break
    }
    return nil
  }
}
