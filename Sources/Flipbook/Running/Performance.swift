import Controls
import FlipbookTesting
import Frames
import KMS
import Linux
import Pixels
import Timing

/// One run on a display: owns the screen, the input and who watches, and conducts what is shown.
///
/// What is shown is a subclass's matter. Everything here runs on the loop's thread. `advance()` is
/// called after whatever happened: a flip, a decoded frame, a timer, a command.
class Performance {
  let configuration: PlayerConfiguration
  let loop: EventLoop
  let log: (String) -> Void
  let startTime: Int64
  var onEvent: ((PlayerEvent) -> Void)?
  /// Told which output an event is of, where there are several.
  var onOutputEvent: ((String, PlayerEvent) -> Void)?
  var statistics = PlayerStatistics()

  /// What is played on; the last that was, while there is none.
  var display: ChosenDisplay
  var screen: Screen
  /// The descriptor that is listened to; its screen may have lost it since.
  var listenedDescriptor: CInt?
  /// Whether there has been none for so long that it has no share of a budget any more.
  var isReleased = false
  /// Whether it found nothing that it could show.
  private(set) var hasGivenUp = false
  /// Looks at cards and cables.
  let finder: DisplayFinder
  /// What becomes of the display.
  var life = DisplayLife(state: .mastered)
  /// The screen before, until this one shows its first picture.
  var retired: Screen?
  /// How fast the content changes; nil for every vblank.
  let contentRate: FrameRate?
  /// What was told of the display's absence.
  var toldAbsences: Set<String> = []
  var lifeTimer: TimerToken?
  var absenceTimer: TimerToken?
  var lifeInputs: [DisplayLife.Input] = []
  var isHandlingLife = false
  /// Whether there is another screen, for which nothing is laid out yet.
  var isArriving = false
  /// What was chosen to go on with, and is not ours yet.
  var found: ChosenDisplay?
  let observers: Observers
  private let signals: SignalTrap
  var inputOpening: InputOpening?
  var inputDevices: (any InputSupply)?
  var interpreter: InputInterpreter
  /// The size that the interpreter was made for.
  var interpretedSize: PixelSize
  let bindings: Bindings

  /// The run's own virtual terminal; nil without one.
  let terminal: (any SessionConductor)?
  let keeper: DisplayKeeper
  /// With whom it plays on several outputs; nil alone.
  weak var ensemble: Ensemble?
  /// Whether another leads.
  let isFollowing: Bool
  /// Whether no flip is in flight, while another terminal is to come to the front.
  var isStill = false
  /// Whether another terminal is in front, or about to be: nothing is shown.
  var isPaused = false

  var isLit = false
  /// The trouble that was told and has not passed yet.
  var toldTrouble: DisplayError?
  /// When another program that has the display is asked for it again.
  var nextClaim: Int64?
  private var timer: TimerToken?
  private var deviceTimer: TimerToken?
  private(set) var outcome: Player.Outcome?
  private(set) var failure: PlayerError?

  init(
    _ setting: Setting, display: ChosenDisplay, screen: Screen, rate: FrameRate?,
    observers: Observers
  ) {
    finder = setting.finder
    contentRate = rate
    configuration = setting.configuration
    loop = setting.loop
    log = setting.log
    startTime = setting.startTime
    signals = setting.signals
    terminal = setting.terminal
    keeper = setting.keeper
    self.display = display
    self.screen = screen
    self.observers = observers
    bindings = setting.bindings
    interpretedSize = display.choice.uprightSize
    interpreter = InputInterpreter(bindings: bindings, screen: interpretedSize)
    isFollowing = setting.isFollowing
    guard !isFollowing else { return }
    signals.handler = { [weak self] number in self?.end(.signal(number)) }
    terminal?.stage = self
  }

  // MARK: - What a subclass shows

  /// Whether somebody is at work for whom a virtual clock must wait.
  var isBusy: Bool { false }
  /// Whether a picture was submitted that has not yet been seen.
  var isUnderWay: Bool { false }
  /// Looks at what is due and does it.
  func proceed() {}
  /// A picture that was submitted is on the screen.
  func noteSeen(_ presentation: Presentation) {}
  /// Does what a command says; the screen is lit.
  func obey(_ command: Command, now: Int64) {}
  /// A finger or a key did something.
  func take(_ input: RawInput) {
    for command in interpreter.take(input) { obey(command) }
  }
  /// Does what another does that leads, if it can; false where it is told of commands itself.
  func follow(_ leader: Performance) -> Bool { false }
  /// Makes what shows a part of the same on another output; nil where that shows its own.
  func makePart(_ setting: Setting) throws(PlayerError) -> Performance? { nil }
  /// A finger or a key did something, which the leader has seen to; buttons may want to know.
  func takeFollowing(_ input: RawInput) {}
  /// The display was another program's for a while: what was missed meanwhile was not dropped.
  func noteGap() {}
  /// There is another screen, which shows nothing yet; perhaps of another size, or at another rate.
  func screenDidChange() {}
  /// It shows another part of what goes across several screens.
  func arrangementDidChange() {}
  /// Whether its decoded pictures are its own, and not another's that it shows a part of.
  var hasOwnPictures: Bool { true }
  /// What its decoded pictures need, among others that share a budget; nil while that is not known.
  var memoryNeed: MemoryShares.Claim? { nil }
  /// What they may take, and what they do take where that is more still.
  var memoryTaken: (budget: Int, bytes: Int) { (0, 0) }
  /// They may take so much from now on.
  ///
  /// - Parameter isFinal: whether that is all there will be: what does not fit it is refused.
  func fitBudget(_ bytes: Int, isFinal: Bool) {}
  /// Gives back what decoded pictures it can: there has been no screen for a while.
  func releaseMemory() {}
  /// There is no screen at present; the time goes on.
  func proceedWithoutScreen() {}
  /// When it ends by itself without a screen; nil where that is not known.
  var endWithoutScreen: Int64? { nil }
  /// The run is over, the display is still up: whoever listens is told.
  func tellLeaving() {}
  /// The display is left: gives back what was held, and completes the figures.
  func close() {}

  // MARK: - Running

  /// Plays to the end and leaves the display as asked.
  func run() throws(PlayerError) -> Player.Outcome {
    // Where decoders and other programs want the processor too, a flip that is due goes first.
    if configuration.display == .drm { ThreadPriority.raise() }
    defer { ThreadPriority.reset() }
    listenToScreen()
    loop.holdsTime = { [weak self] in
      guard let self else { return false }
      return members.contains(where: \.isBusy) || inputOpening?.isUnderWay == true
    }
    advance()
    if !isOver { loop.run() }
    let afterwards = leave()
    if let failure = failure ?? afterwards { throw failure }
    return outcome ?? .done
  }

  /// Looks at what is due and does it; called after whatever happened.
  func advance() {
    guard !isOver, !isPaused, !isArriving, !hasGivenUp else { return }
    guard !isAway else {
      if isLit, !isHandlingLife { waitWithoutScreen() }
      return
    }
    proceed()
    armDeviceTimer()
  }

  /// All that play together; itself alone.
  var members: [Performance] { ensemble?.members ?? [self] }

  /// What is played has run to its end.
  func noteRunOut() {
    if let ensemble { ensemble.noteEnd(of: self) } else { end(.done) }
  }

  /// Ends the run: the loop returns.
  func end(_ outcome: Player.Outcome) {
    if isFollowing, let leader = ensemble?.leader { return leader.end(outcome) }
    if self.outcome == nil { self.outcome = outcome }
    loop.stop()
  }

  /// Ends the run with an error.
  func fail(_ error: PlayerError) {
    if isFollowing, let leader = ensemble?.leader { return leader.fail(error) }
    if failure == nil { failure = error }
    loop.stop()
  }

  /// There is nothing that it could show: the run is over, unless others play.
  func giveUp(_ error: PlayerError) {
    guard isFollowing else { return fail(error) }
    guard !hasGivenUp else { return }
    hasGivenUp = true
    log("\(error) \(display.choice.connector.name) stays dark, the others play on.")
    noteRunOut()
  }

  var isOver: Bool {
    if isFollowing { return ensemble?.leader.isOver ?? true }
    return outcome != nil || failure != nil
  }

  /// Tells an event to whoever listens.
  func tell(_ event: PlayerEvent) {
    guard isFollowing else { return note(event, from: self) }
    // The one that leads tells all.
    onEvent?(event)
  }

  /// Tells an event of one of those that play together.
  func note(_ event: PlayerEvent, from member: Performance) {
    let output = ensemble == nil ? nil : member.display.choice.connector.name
    observers.note(event, output: output)
    onEvent?(event)
    if let output { onOutputEvent?(output, event) }
  }

  // MARK: - Showing

  /// The first picture is on the screen: everything that it did not wait for comes now.
  ///
  /// - Parameter telling: tells whoever listens, before anything else.
  /// - Returns: false where the run is over.
  func light(_ presentation: Presentation, telling: () -> Void) -> Bool {
    isLit = true
    noteShown()
    statistics.firstFlipMilliseconds = Double(presentation.timestamp - startTime) / 1e6
    telling()
    completeScreen()
    watchDisplays()
    if let limit = configuration.timeLimit {
      let (end, isBeyondEveryClock) = presentation.timestamp.addingReportingOverflow(limit)
      if !isBeyondEveryClock { _ = loop.schedule(at: end) { [weak self] in self?.end(.done) } }
    }
    guard !isFollowing else { return true }
    // Input can wait for udev; the picture never waits for input.
    _ = loop.schedule(at: loop.now) { [weak self] in self?.openInput() }
    return true
  }

  /// The display has events: a flip is done.
  func noteDisplay() {
    guard !isAway, !isArriving else { return }
    if isPaused { return notePausedDisplay() }
    let now = loop.now
    var presentations = reclaim(now)
    // The first picture is asked for where it is composed.
    if isLit {
      let isStuck = screen.watchdogDeadline.map { $0 <= now } ?? false
      presentations += isStuck ? screen.handleWatchdog(now: now) : screen.handleEvents(now: now)
    }
    if !presentations.isEmpty { noteShown() }
    for presentation in presentations where isUnderWay { noteSeen(presentation) }
    noteTrouble()
    advance()
  }

  // MARK: - Timers

  /// Calls `advance()` at a time; that of the last call is forgotten.
  func arm(_ time: Int64?) {
    if let timer { loop.cancel(timer) }
    timer = time.map { time in
      loop.schedule(at: time) { [weak self] in
        self?.timer = nil
        self?.noteTime()
      }
    }
  }

  /// The time has come that was waited for.
  private func noteTime() {
    // A picture that the kernel had no room for is submitted again.
    if isLit, isUnderWay, !screen.isFlipPending { noteDisplay() } else { advance() }
  }

  func stopTimers() {
    for token in [timer, deviceTimer].compactMap(\.self) { loop.cancel(token) }
  }

  /// Simulated devices have no descriptor; a missing flip event is looked after too.
  private func armDeviceTimer() {
    if let deviceTimer { loop.cancel(deviceTimer) }
    let times = [
      display.device.nextEventTime, screen.watchdogDeadline, screen.retryTime, screen.lookTime,
      nextClaim,
    ].compactMap(\.self)
    deviceTimer = times.min().map { time in
      loop.schedule(at: time) { [weak self] in
        self?.deviceTimer = nil
        self?.noteDisplay()
      }
    }
  }
}
