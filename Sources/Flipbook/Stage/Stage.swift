import Controls
public import FlipbookTesting
import KMS
public import Layers
import Linux
public import Pixels
import Timing

/// A display with a scene of layers on it: what `UIWindow` is to views, with no window system below.
///
/// Making one opens the display; nothing is seen yet. Put layers into `root`, start animators and
/// animations, and call `run()`: it shows the first picture once everything in it is there, and all
/// time counts from that moment. With `arrangement` `extend` the scene goes across all `outputs`, as
/// `ScreenArrangement` has it, and `size` is that of the whole; else it is on the first. One thread makes every call; callbacks come on that thread.
public final class Stage {
  /// What it was asked.
  public var configuration: PlayerConfiguration { performance.configuration }
  /// The tree of layers, and its animations.
  public var scene: Scene { performance.scene }
  /// The layer that holds all others, as large as the screen.
  public var root: Layer { performance.scene.root }
  /// The visible pixels, as who looks at its pictures upright sees them.
  public var size: PixelSize { performance.scene.size }
  /// Called for everything that happens, in order.
  public var onEvent: ((PlayerEvent) -> Void)? {
    get { performance.onEvent }
    set { performance.onEvent = newValue }
  }
  /// Called when another display has come, so that the size is another: the root layer has it already.
  public var onResize: ((PixelSize) -> Void)? {
    get { performance.onResize }
    set { performance.onResize = newValue }
  }
  /// Figures of the run, complete when `run()` has returned.
  public var statistics: PlayerStatistics { performance.statistics }
  /// Bytes that the frames of all its animators take at the moment, those on screen included.
  public var decodedBytes: Int { performance.memory.usedBytes }
  /// Whom space, `r` and the other bindings start, stop and turn round; nil for none.
  public var main: FrameAnimator? {
    get { performance.main }
    set { performance.main = newValue }
  }

  let performance: ScenePerformance
  /// All that show parts of the scene, where it goes across several outputs.
  private let ensemble: Ensemble?

  /// Opens the display that a configuration asks for.
  ///
  /// - Parameters:
  ///   - configuration: display, memory, input, end and observing; its source and time are a
  ///     player's and are passed over.
  ///   - title: what contact sheets and timing plots are headed with.
  ///   - log: told what a person should know, a sentence each.
  /// - Throws: a sentence of what failed.
  public convenience init(
    configuration: PlayerConfiguration = PlayerConfiguration(), title: String = "stage",
    log: @escaping (String) -> Void = { _ in }
  ) throws(PlayerError) {
    let clock: any LoopClock =
      configuration.clock == .virtual ? VirtualClock() : SystemClock()
    try self.init(configuration, cards: nil, clock: clock, title: title, log: log)
  }

  /// Takes a simulated card of the caller's own, and its clock, in place of the configuration's
  /// display.
  ///
  /// - Parameters:
  ///   - configuration: as above; its `display`, `card` and `clock` are passed over.
  ///   - device: the card, opened; confined to this thread.
  ///   - title: what contact sheets and timing plots are headed with.
  ///   - log: told what a person should know, a sentence each.
  /// - Throws: a sentence of what failed.
  public convenience init(
    configuration: PlayerConfiguration = PlayerConfiguration(), device: FakeKMSDevice,
    title: String = "stage", log: @escaping (String) -> Void = { _ in }
  ) throws(PlayerError) {
    try self.init(
      configuration, cards: SingleCard(device), clock: device.clock, title: title, log: log)
  }

  /// Takes a simulated machine of the caller's own, whose cards and cables come and go, and its
  /// clock, in place of the configuration's display.
  ///
  /// - Parameters:
  ///   - configuration: as above; its `display` and `clock` are passed over.
  ///   - machine: with its cards; confined to this thread.
  ///   - title: what contact sheets and timing plots are headed with.
  ///   - log: told what a person should know, a sentence each.
  /// - Throws: a sentence of what failed.
  public convenience init(
    configuration: PlayerConfiguration = PlayerConfiguration(), machine: FakeMachine,
    title: String = "stage", log: @escaping (String) -> Void = { _ in }
  ) throws(PlayerError) {
    try self.init(configuration, cards: machine, clock: machine.clock, title: title, log: log)
  }

  private init(
    _ configuration: PlayerConfiguration, cards: (any DisplayCards)?, clock: any LoopClock,
    title: String, log: @escaping (String) -> Void
  ) throws(PlayerError) {
    let loop: EventLoop
    do {
      loop = try EventLoop(clock: clock)
    } catch {
      throw PlayerError(.failed, "Cannot set up the event loop: \(error).")
    }
    let setting = try Performance.Setting(
      configuration, loop: loop, log: log, startTime: clock.now, cards: cards)
    guard configuration.arrangement == .extend, Ensemble.mayBeSeveral(configuration) else {
      ensemble = nil
      performance = try ScenePerformance(setting, title: title)
      return
    }
    var leader: ScenePerformance?
    ensemble = try Ensemble(setting) { setting throws(PlayerError) in
      let made = try ScenePerformance(setting, title: title)
      leader = made
      return made
    }
    guard let leader else { fatalError("an ensemble without a leader") }
    performance = leader
  }

  /// Shows the scene until someone asks it to quit, or a signal does.
  ///
  /// Call it once. Animators and animations that run at its end stop and tell so, not `finished`;
  /// then the stage lets go of the callbacks that it, its animators and its animations were given,
  /// so that they may capture it. What buttons were given is theirs: capture a stage weakly there.
  /// Signals that end a program are blocked in the calling thread from `init` on, until the run is
  /// over or the stage is gone.
  /// - Throws: a sentence of what failed; the display is then as it was before.
  public func run() throws(PlayerError) -> Player.Outcome { try performance.run() }

  /// Ends `run()`: what happens now is done with first.
  public func quit() { performance.end(.done) }
}

@available(*, unavailable)
extension Stage: Sendable {}
