import KMS
import Linux
import Timing

/// Waits for the display of a run: for a card, for a cable, for another program to let go.
///
/// Runs the loop meanwhile, so that a signal ends it.
final class DisplayArrival {
  /// What came of it.
  enum Outcome {
    case taken(ChosenDisplay, Screen)
    case signal(Int32)
  }

  let setting: Performance.Setting
  private var request: OutputRequest
  /// Called with each display that is tried, before its buffers are made.
  private let whenFound: (ChosenDisplay) -> Void
  private var life = DisplayLife()
  private var found: ChosenDisplay?
  var foundCards: [any KMSDevice] { found.map { [$0.device] } ?? [] }
  private var outcome: Outcome?
  private var failure: PlayerError?
  var told: Set<String> = []
  private var retry: TimerToken?
  private var isWaiting = false

  init(
    _ setting: Performance.Setting, request: OutputRequest,
    whenFound: @escaping (ChosenDisplay) -> Void
  ) {
    self.setting = setting
    self.request = request
    self.request.avoidsFirmwareDisplays = setting.configuration.driverPatience > 0
    self.whenFound = whenFound
  }

  /// Returns once there is a display and it is ours, or a signal came.
  ///
  /// - Throws: a sentence where the command line is wrong, or patience is at its end.
  func wait() throws(PlayerError) -> Outcome {
    let loop = setting.loop
    let start = loop.now
    setting.signals.handler = { [unowned self] number in finish(.signal(number)) }
    setting.finder.onChange = { [unowned self] in handle(.changed) }
    setting.terminal?.stage = self
    defer {
      setting.signals.handler = { _ in }
      setting.terminal?.stage = nil
      setting.finder.onChange = {}
      if let retry { loop.cancel(retry) }
    }
    handle(.begin)
    if outcome == nil, failure == nil {
      // Nobody had to wait so far: listening would have cost the first picture time.
      do throws(Errno) { try setting.finder.listen() } catch {
        setting.log("Cannot listen for displays that come: \(error). Looking for them instead.")
      }
      // What came between looking and listening.
      handle(.changed)
      let patience = patience.map { patience in
        loop.schedule(at: loop.now.later(by: patience)) { [unowned self] in giveUp() }
      }
      let driver = loop.schedule(at: start.later(by: setting.configuration.driverPatience)) {
        [unowned self] in acceptFirmwareDisplays()
      }
      defer { loop.cancel(driver) }
      if outcome == nil, failure == nil {
        isWaiting = true
        loop.run()
        isWaiting = false
      }
      if let patience { loop.cancel(patience) }
    }
    if let failure { throw failure }
    guard let outcome else { throw PlayerError(.noDisplay, "No display came.") }
    return outcome
  }

  private var lastError: DisplayError?

  /// A simulated display of the command line never comes and never changes.
  private var patience: Int64? {
    setting.configuration.displayPatience ?? (setting.finder.neverChanges ? 0 : nil)
  }

  /// The driver of the graphics itself was waited for long enough.
  private func acceptFirmwareDisplays() {
    guard request.avoidsFirmwareDisplays else { return }
    request.avoidsFirmwareDisplays = false
    handle(.changed)
  }

  private func giveUp() {
    acceptFirmwareDisplays()
    guard outcome == nil, failure == nil else { return }
    fail(lastError.map { PlayerError($0) } ?? PlayerError(.noDisplay, "No display came."))
  }

  private func finish(_ outcome: Outcome) {
    self.outcome = outcome
    stop()
  }

  func fail(_ error: PlayerError) {
    failure = error
    stop()
  }

  /// A loop that does not run would keep that for the run to come.
  private func stop() {
    if isWaiting { setting.loop.stop() }
  }

  func handle(_ input: DisplayLife.Input) {
    var inputs = [input]
    while !inputs.isEmpty, outcome == nil, failure == nil {
      for action in life.handle(inputs.removeFirst()) {
        if let answer = perform(action) { inputs.append(answer) }
      }
    }
  }

  private func perform(_ action: DisplayLife.Action) -> DisplayLife.Input? {
    switch action {
    case .look: return look()
    case .take: return take()
    case .retry(let pause): schedule(after: pause)
    case .tell(let error): tell(error)
    case .inspect, .relight, .exchange, .abandon, .tellUnplugged, .tellPlugged, .tellWell: break
    }
    return nil
  }

  private func look() -> DisplayLife.Input? {
    // At the start its terminal was brought to the front as far as that could be.
    guard !isWaiting || setting.terminal?.isInFront ?? true else {
      standBack()
      return nil
    }
    do throws(DisplayError) {
      let found = try setting.finder.find(
        request, on: setting.configuration.card, keeping: found?.device)
      self.found = found
      return .found
    } catch {
      found = nil
      return .missing(error)
    }
  }

  /// Leaves all cards alone, and asks again: of a terminal that is not taken yet nobody tells.
  ///
  /// Whoever has a card open keeps others from becoming its master, and is it where nobody was.
  func standBack() {
    found?.device.close()
    found = nil
    setting.finder.letGo()
    schedule(after: Self.politeness)
    guard told.insert("front").inserted else { return }
    setting.log("Another terminal is in front. Looking for a display once this one is.")
  }

  private static let politeness: Int64 = 500_000_000

  private func schedule(after pause: Int64) {
    let loop = setting.loop
    if let retry { loop.cancel(retry) }
    retry = loop.schedule(at: loop.now + pause) { [weak self] in self?.handle(.due) }
  }

  private func take() -> DisplayLife.Input? {
    guard let found else { return nil }
    whenFound(found)
    do throws(DisplayError) {
      let screen = try setting.makeScreen(found)
      finish(.taken(found, screen))
      return .taken
    } catch {
      // Who was not master when it opened a card is never let be it: another opening may be.
      if error.code == .denied {
        found.device.close()
        self.found = nil
      }
      return .refused(error)
    }
  }

  private func tell(_ error: DisplayError) {
    lastError = error
    if error.code == .badModeRequest { return fail(PlayerError(error)) }
    if patience == 0 { return giveUp() }
    // Each once, however often they take turns.
    guard told.insert(error.message).inserted else { return }
    setting.log("\(error.message) Waiting until it can be used; --wait 0 ends instead.")
  }
}
