import FlipbookTesting
import Frames
import KMS
import Linux
import Timing

/// A run that plays one sequence, each frame straight from the window to the buffer: asks the
/// schedule what is due and does it.
final class SequencePerformance: Performance {
  let sequence: FrameSequence
  private(set) var window: FrameWindow
  private let program: Programme
  private var layout: FrameLayout
  private let bell: Bell
  var schedule: FrameSchedule

  /// The frame that is painted into the free buffer.
  var prepared: Int?
  /// The frame that was submitted and has not yet been seen.
  var underway: Showing?
  /// The vblank for which a frame was submitted last.
  var submittedFor: Int64 = 0
  /// The step of the frame that reached the screen last.
  var lastStep: Int64?
  /// How many bad frames were named in the log.
  var badFramesTold = 0
  static let mostBadFramesTold = 20
  /// Whether the end of the playback was told.
  var hasFinished = false
  var plan: PlayheadPlan
  let shortage: MemoryGuard
  /// What decoded frames may take where memory is not short.
  var budget: Int
  /// What that may grow to before a frame that does not fit is refused; nil for no more.
  var ceiling: Int?
  /// Where what they take is written up.
  let ledger: MemoryLedger
  /// Whether the window was given up, for want of a screen.
  var isWindowClosed = false

  /// A frame on its way to the screen.
  struct Showing {
    let place: FrameSchedule.Place
    let vblank: Int64
    let isLate: Bool
  }

  init(_ setting: Setting) throws(PlayerError) {
    let configuration = setting.configuration
    let loop = setting.loop
    let program = try Programme.open(configuration)
    sequence = program.sequence
    let playback = try program.playback(configuration)
    let first = playback.position(at: 0)
    let plan = PlayheadPlan(
      index: first.frame, direction: first.direction, kind: program.planKind(configuration))
    let bell = Bell()
    do {
      bell.waker = try loop.makeWaker { bell.handler() }
    } catch {
      throw PlayerError(.failed, "Cannot set up the decoders' bell: \(error).")
    }
    var opening: (layout: FrameLayout, window: FrameWindow)?
    let display: ChosenDisplay
    let screen: Screen
    do {
      // The first frame is decoded while the buffers are made.
      (display, screen) = try setting.awaitDisplay(rate: playback.rate) { display in
        var layout = display.layout(configuration)
        layout.span = setting.span(display)
        guard opening?.layout != layout else { return }
        opening?.window.close()
        let window = program.window(
          configuration, budget: configuration.budget, ceiling: setting.budgetCeiling,
          layout: layout, playhead: plan, ledger: setting.ledger,
          wake: { [waker = bell.waker] in waker?.wake() })
        opening = (layout, window)
      }
    } catch {
      opening?.window.close()
      throw error
    }
    guard let opening else { fatalError("a screen without a display") }
    self.plan = plan
    self.program = program
    self.bell = bell
    budget = configuration.budget
    ceiling = setting.budgetCeiling
    ledger = setting.ledger
    layout = opening.layout
    window = opening.window
    let cadence = Cadence(rate: playback.rate, period: screen.period)
    schedule = FrameSchedule(playback: playback, cadence: cadence, late: configuration.late)
    let observers = try Observers(
      configuration, title: sequence.name,
      detail: "\(playback.rate) frames a second: \(cadence)", display: display,
      period: screen.period)
    shortage = MemoryGuard(loop: loop)
    cadence.tell(playback.rate, screen, configuration, setting.log)
    super.init(
      setting, display: display, screen: screen, rate: playback.rate, observers: observers)
    shortage.onChange = { [weak self] in self?.fitMemory() }
    bell.handler = { [weak self] in self?.noteDecoded() }
    statistics.cadence = "\(cadence)"
  }

  override func run() throws(PlayerError) -> Player.Outcome {
    tellLongWait()
    return try super.run()
  }

  override var isBusy: Bool { !isWindowClosed && window.isBusy }

  override var isUnderWay: Bool { underway != nil }

  override func proceed() {
    if isLit || join() { perform() } else { lightUp() }
  }

  override func noteSeen(_ presentation: Presentation) {
    guard let showing = underway.take() else { return }
    note(showing, presentation)
  }

  override func obey(_ command: Command, now: Int64) { carryOut(command, now) }

  override func noteGap() { lastStep = nil }

  /// Frames are laid out for another screen, unless it is as the one before.
  override func screenDidChange() {
    prepared = nil
    underway = nil
    let cadence = Cadence(rate: schedule.playback.rate, period: screen.period)
    if statistics.cadence != "\(cadence)" {
      statistics.cadence = "\(cadence)"
      cadence.tell(schedule.playback.rate, screen, configuration, log)
    }
    schedule.continue(cadence: cadence)
    layOut()
  }

  override func arrangementDidChange() {
    guard layOut(), isLit else { return }
    prepared = nil
    schedule.continue(
      cadence: Cadence(rate: schedule.playback.rate, period: screen.period))
    advance()
  }

  /// Lays frames out for the screen as it is now.
  ///
  /// - Returns: whether that is another way than before.
  @discardableResult private func layOut() -> Bool {
    var layout = display.layout(configuration)
    layout.span = ensemble?.span(of: self)
    guard layout != self.layout || isWindowClosed else { return false }
    self.layout = layout
    // Both at once would be more than the budget.
    closeWindow()
    isWindowClosed = false
    window = program.window(
      configuration, budget: budget, ceiling: ceiling, layout: layout, playhead: plan,
      ledger: ledger, wake: { [waker = bell.waker] in waker?.wake() })
    fitMemory()
    return true
  }

  /// Goes by the time of another that plays the same frames.
  override func follow(_ leader: Performance) -> Bool {
    guard ensemble?.arrangement != .each, let leader = leader as? SequencePerformance else {
      return false
    }
    schedule.follow(leader.schedule.playback, now: loop.now)
    lastStep = nil
    // One that has run out notes its own end, with its last frame.
    guard !leader.hasFinished else { return true }
    hasFinished = false
    ensemble?.noteStart(of: self)
    return true
  }

  /// The others play already: joins them.
  func join() -> Bool {
    guard isFollowing, let leader = ensemble?.leader, leader.isLit, follow(leader) else {
      return false
    }
    isLit = true
    shortage.listen()
    return true
  }

  override func proceedWithoutScreen() {
    // With --late slow the time waits for its frames.
    guard isLit, configuration.late == .drop || isAccompanied, schedule.hasEnded(now: loop.now)
    else { return }
    finish()
  }

  override func tellLeaving() {
    if isLit, !hasFinished, schedule.playback.isRunning {
      tell(.stop(animation: sequence.name, finished: false, time: loop.now))
    }
  }

  override var endWithoutScreen: Int64? {
    configuration.late == .drop || isAccompanied ? schedule.playback.endTime : nil
  }

  override var memoryNeed: MemoryShares.Claim? { neededMemory }

  override var memoryTaken: (budget: Int, bytes: Int) { takenMemory }

  override func fitBudget(_ bytes: Int, isFinal: Bool) { take(budget: bytes, isFinal: isFinal) }

  override func releaseMemory() { releaseWindow() }

  override func close() { closeWindow() }

  func closeWindow() {
    keepFigures()
    window.close()
  }

  func keepFigures() {
    guard !isWindowClosed else { return }
    let figures = window.statistics
    statistics.windowPeakBytes = max(statistics.windowPeakBytes, figures.peakBytes)
    statistics.decodedFrames += figures.decodedFrames
    statistics.framesBad = max(statistics.framesBad, figures.badFrames)
  }
}

extension Cadence {
  /// Tells how frames are held where a mode was to be found that fits them, and none does.
  fileprivate func tell(
    _ rate: FrameRate, _ screen: Screen, _ configuration: PlayerConfiguration,
    _ log: (String) -> Void
  ) {
    guard configuration.mode == .automaticRate, pattern.count != 1 else { return }
    log("\(rate) frames a second in \(screen.mode.title): \(self).")
  }
}

extension ChosenDisplay {
  /// How frames are laid out on it.
  fileprivate func layout(_ configuration: PlayerConfiguration) -> FrameLayout {
    FrameLayout(
      screen: choice.size, fit: configuration.fit, background: configuration.background,
      format: choice.format, orientation: choice.orientation)
  }
}

/// What the decoders ring, and what the loop does then.
private final class Bell {
  var waker: Waker?
  var handler: () -> Void = {}
}
