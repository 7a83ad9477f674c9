import FlipbookTesting
import Frames
import KMS
import Linux
import Timing

/// A run that plays one sequence, each frame straight from the window to the buffer: asks the
/// schedule what is due and does it.
final class SequencePerformance: Performance {
  let sequence: FrameSequence
  let window: FrameWindow
  var schedule: FrameSchedule

  /// The frame that is painted into the free buffer.
  var prepared: Int?
  /// The frame that was submitted and has not yet been seen.
  var underway: Showing?
  /// The step of the frame that reached the screen last.
  var lastStep: Int64?
  /// How many bad frames were named in the log.
  var badFramesTold = 0
  static let mostBadFramesTold = 20
  /// Whether the end of the playback was told.
  var hasFinished = false
  var plan: PlayheadPlan
  let shortage: MemoryGuard

  /// A frame on its way to the screen.
  struct Showing {
    let place: FrameSchedule.Place
    let vblank: Int64
    let isLate: Bool
  }

  init(_ setting: Setting, simulated: FakeKMSDevice?) throws(PlayerError) {
    let configuration = setting.configuration
    let loop = setting.loop
    let program = try Programme.open(configuration)
    sequence = program.sequence
    let playback = try program.playback(configuration)
    let display = try ChosenDisplay.open(
      configuration, rate: playback.rate, simulated: simulated, clock: loop.clock,
      broker: setting.terminal?.broker)
    let first = playback.position(at: 0)
    plan = PlayheadPlan(
      index: first.frame, direction: first.direction, kind: program.planKind(configuration))
    let layout = FrameLayout(
      screen: display.choice.size, fit: configuration.fit, background: configuration.background,
      format: display.choice.format, orientation: display.choice.orientation)
    let bell = Bell()
    do {
      bell.waker = try loop.makeWaker { bell.handler() }
    } catch {
      throw PlayerError(.failed, "Cannot set up the decoders' bell: \(error).")
    }
    // The first frame is decoded while the buffers are made.
    window = program.window(
      configuration, layout: layout, playhead: plan,
      wake: { [waker = bell.waker] in waker?.wake() })
    let screen: Screen
    do {
      screen = try setting.makeScreen(display)
    } catch {
      window.close()
      throw error
    }
    let cadence = Cadence(rate: playback.rate, period: screen.period)
    schedule = FrameSchedule(playback: playback, cadence: cadence, late: configuration.late)
    let observers = try Observers(
      configuration, title: sequence.name,
      detail: "\(playback.rate) frames a second: \(cadence)", display: display,
      period: screen.period)
    shortage = MemoryGuard(loop: loop)
    super.init(setting, display: display, screen: screen, observers: observers)
    shortage.onChange = { [weak self] in self?.fitMemory() }
    bell.handler = { [weak self] in self?.noteDecoded() }
  }

  override func run() throws(PlayerError) -> Player.Outcome {
    tellLongWait()
    return try super.run()
  }

  override var isBusy: Bool { window.isBusy }

  override var isUnderWay: Bool { underway != nil }

  override func proceed() {
    if isLit { perform() } else { lightUp() }
  }

  override func noteSeen(_ presentation: Presentation) {
    guard let showing = underway.take() else { return }
    note(showing, presentation)
  }

  override func obey(_ command: Command, now: Int64) { carryOut(command, now) }

  override func noteGap() { lastStep = nil }

  override func tellLeaving() {
    if isLit, !hasFinished, schedule.playback.isRunning {
      tell(.stop(animation: sequence.name, finished: false, time: loop.now))
    }
  }

  /// Memory has become short, or is no longer.
  private func fitMemory() {
    let budget = shortage.budget(of: configuration.budget)
    if budget < window.budget {
      window.shrink(to: budget)
    } else {
      window.restore(to: budget)
    }
  }

  override func close() {
    let figures = window.statistics
    statistics.windowPeakBytes = figures.peakBytes
    statistics.decodedFrames = figures.decodedFrames
    statistics.framesBad = figures.badFrames
    window.close()
  }
}

/// What the decoders ring, and what the loop does then.
private final class Bell {
  var waker: Waker?
  var handler: () -> Void = {}
}
