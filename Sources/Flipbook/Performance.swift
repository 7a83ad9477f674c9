import Controls
import FlipbookTesting
import Frames
import Glibc
import KMS
import Linux
import Pixels
import Timing

/// One run of a player: asks the schedule what is due and does it.
///
/// Everything here runs on the loop's thread. `advance()` is called after whatever happened: a
/// flip, a decoded frame, a timer, a command.
final class Performance {
  let configuration: PlayerConfiguration
  let loop: EventLoop
  let log: (String) -> Void
  let startTime: Int64
  var onEvent: ((PlayerEvent) -> Void)?
  var statistics = PlayerStatistics()

  let sequence: FrameSequence
  let stage: DisplayStage
  let screen: Screen
  let window: FrameWindow
  let observers: Observers
  var schedule: FrameSchedule
  var inputOpening: InputOpening?
  var inputDevices: InputDevices?
  var interpreter: InputInterpreter

  /// The frame that is painted into the free buffer.
  var prepared: Int?
  /// The frame that was submitted and has not yet been seen.
  var underway: Showing?
  /// The step of the frame that reached the screen last.
  var lastStep: Int64?
  var isLit = false
  /// How many bad frames were named in the log.
  var badFramesTold = 0
  static let mostBadFramesTold = 20
  /// Whether the end of the playback was told.
  var hasFinished = false
  var timer: TimerToken?
  var deviceTimer: TimerToken?
  var plan: PlayheadPlan
  var outcome: Player.Outcome?
  var failure: PlayerError?

  /// A frame on its way to the screen.
  struct Showing {
    let place: FrameSchedule.Place
    let vblank: Int64
    let isLate: Bool
  }

  init(
    configuration: PlayerConfiguration, simulated: FakeKMSDevice?, loop: EventLoop,
    log: @escaping (String) -> Void, startTime: Int64
  ) throws(PlayerError) {
    self.configuration = configuration
    self.loop = loop
    self.log = log
    self.startTime = startTime
    let bindings = try Self.bindings(configuration)
    // Blocked before the first thread starts, so that no worker is the one to take a signal.
    let signals = SignalTrap()
    do {
      // A signalfd would get even what `nohup` has the program ignore.
      try loop.onSignals(SignalTrap.ending.filter { $0 != SIGHUP || !isIgnored($0) }) {
        signals.handler($0)
      }
    } catch {
      throw PlayerError(.failed, "Cannot listen for signals: \(error).")
    }
    let program = try Programme.open(configuration)
    sequence = program.sequence
    stage = try DisplayStage.open(configuration, simulated: simulated, clock: loop.clock)
    interpreter = InputInterpreter(bindings: bindings, screen: stage.choice.size)
    let playback = try program.playback(configuration)
    let first = playback.position(at: 0)
    plan = PlayheadPlan(
      index: first.frame, direction: first.direction, kind: program.planKind(configuration))
    let layout = FrameLayout(
      screen: stage.choice.size, fit: configuration.fit, background: configuration.background,
      format: configuration.format)
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
    do {
      screen = try Screen(
        device: stage.device, choice: stage.choice, format: configuration.format,
        background: configuration.background, time: loop.clock, defersBuffers: true)
    } catch {
      window.close()
      throw PlayerError(error)
    }
    let cadence = Cadence(rate: playback.rate, period: screen.period)
    schedule = FrameSchedule(playback: playback, cadence: cadence, late: configuration.late)
    observers = try Observers(
      configuration, sequence: sequence, stage: stage, cadence: cadence, rate: playback.rate,
      period: screen.period)
    signals.handler = { [weak self] number in self?.end(.signal(number)) }
    bell.handler = { [weak self] in self?.noteDecoded() }
  }

  /// Plays to the end and leaves the display as asked.
  func run() throws(PlayerError) -> Player.Outcome {
    // Where decoders and other programs want the processor too, a flip that is due goes first.
    if configuration.display == .drm { ThreadPriority.raise() }
    defer { ThreadPriority.reset() }
    do {
      if let descriptor = screen.eventDescriptor {
        try loop.watch(descriptor, priority: -1) { [weak self] in self?.noteDisplay() }
      }
    } catch {
      failure = PlayerError(.failed, "Cannot listen to \(stage.device.path): \(error).")
    }
    loop.holdsTime = { [window, weak self] in
      window.isBusy || self?.inputOpening?.isUnderWay == true
    }
    tellLongWait()
    advance()
    if outcome == nil, failure == nil { loop.run() }
    leave()
    if let failure { throw failure }
    return outcome ?? .done
  }

  /// Ends the run: the loop returns.
  func end(_ outcome: Player.Outcome) {
    if self.outcome == nil { self.outcome = outcome }
    loop.stop()
  }

  /// Ends the run with an error.
  func fail(_ error: PlayerError) {
    if failure == nil { failure = error }
    loop.stop()
  }

  var isOver: Bool { outcome != nil || failure != nil }

  /// Tells an event to whoever listens.
  func tell(_ event: PlayerEvent) {
    observers.note(event)
    onEvent?(event)
  }

  private func leave() {
    if isLit, !hasFinished, schedule.playback.isRunning {
      tell(.stop(animation: sequence.name, finished: false, time: loop.now))
    }
    if let timer { loop.cancel(timer) }
    if let deviceTimer { loop.cancel(deviceTimer) }
    if let descriptor = screen.eventDescriptor { loop.unwatch(descriptor) }
    observers.end(vblank: screen.clock.vblank(after: loop.now))
    // First of all the display: the last frame has had its time.
    leaveScreen()
    inputOpening?.cancel()
    inputDevices?.close()
    let figures = window.statistics
    statistics.windowPeakBytes = figures.peakBytes
    statistics.decodedFrames = figures.decodedFrames
    statistics.framesBad = figures.badFrames
    statistics.wakeUps = loop.wakeUps
    window.close()
    // The display is as it should be. What is left may wait for a disk or a reader, and a signal
    // ends that.
    loop.releaseSignals()
    do {
      try observers.finish()
    } catch {
      if failure == nil { failure = error }
    }
  }

  /// Leaves the display black or as it was; an error on the way out is told, the rest is done.
  private func leaveScreen() {
    guard configuration.atEnd == .black, outcome == .done else { return screen.restore() }
    do {
      try screen.black()
    } catch {
      log("\(error)")
    }
  }
}

/// Where the loop's signals go once the performance stands.
private final class SignalTrap {
  static let ending: [CInt] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  var handler: (CInt) -> Void = { _ in }
}

/// What the decoders ring, and what the loop does then.
private final class Bell {
  var waker: Waker?
  var handler: () -> Void = {}
}
