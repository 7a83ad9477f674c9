import Controls
public import FlipbookTesting
import Frames
import Glibc
import KMS
import Linux
public import Timing

/// Plays a sequence of pictures on a display, from the first decoded frame to the last.
///
/// Make one, set its callbacks, call `run()`: it returns when the playback has ended, when someone
/// asked it to quit, or on a signal. One thread makes every call; callbacks come on that thread.
public final class Player {
  /// Why a run came to its end.
  public enum Outcome: Sendable, Hashable {
    /// It played to its end, or was told to quit.
    case done
    /// A signal ended it: its number.
    case signal(Int32)
  }

  /// What it was asked.
  public let configuration: PlayerConfiguration
  /// Called for everything that happens, in order.
  public var onEvent: ((PlayerEvent) -> Void)?
  /// Called for everything that happens on one of several outputs, with the output's name.
  public var onOutputEvent: ((String, PlayerEvent) -> Void)?
  /// Figures of the run, complete when `run()` has returned.
  public internal(set) var statistics = PlayerStatistics()

  private let log: (String) -> Void
  private let cards: (any DisplayCards)?
  private let clock: (any LoopClock)?
  private let terminal: FakeTerminal?
  private(set) weak var performance: Performance?
  private let startTime = SystemClock().now

  /// Makes a player; nothing is opened before `run()`.
  ///
  /// - Parameters:
  ///   - configuration: what to play, where and how.
  ///   - log: told what a person should know, a sentence each.
  public init(configuration: PlayerConfiguration, log: @escaping (String) -> Void = { _ in }) {
    self.configuration = configuration
    self.log = log
    cards = nil
    clock = nil
    terminal = nil
  }

  /// Makes a player for a simulated card of the caller's own, instead of the configuration's
  /// display, and on that card's clock.
  ///
  /// The caller keeps the card: to change its faults while the player runs, from a callback, and to
  /// ask afterwards what was scanned out and whether all was given back.
  ///
  ///     var card = FakeDisplayConfiguration(size: PixelSize(width: 320, height: 180))
  ///     card.faults.lostEvents = [7]
  ///     let device = FakeKMSDevice(configuration: card, clock: VirtualClock())
  ///     device.checksBuffers = true
  ///     _ = try Player(configuration: configuration, device: device).run()
  ///     #expect(device.bufferViolations.isEmpty && device.liveBuffers == 0)
  ///
  /// - Parameters:
  ///   - configuration: what to play and how; its `display`, `card` and `clock` are passed over.
  ///   - device: the card, opened; confined to the thread of `run()` meanwhile.
  ///   - log: told what a person should know, a sentence each.
  public init(
    configuration: PlayerConfiguration, device: FakeKMSDevice,
    log: @escaping (String) -> Void = { _ in }
  ) {
    self.configuration = configuration
    self.log = log
    cards = SingleCard(device)
    clock = device.clock
    terminal = nil
  }

  /// Makes a player for a simulated machine of the caller's own, whose cards and cables come and go,
  /// in place of the configuration's display, and on that machine's clock.
  ///
  /// - Parameters:
  ///   - configuration: what to play and how; its `display` and `clock` are passed over.
  ///   - machine: with its cards; confined to the thread of `run()` meanwhile.
  ///   - terminal: that the player has for itself, and that others may come to the front of; nil for
  ///     none. What its text does to the machine's displays is the caller's to say: `onText`.
  ///   - log: told what a person should know, a sentence each.
  public init(
    configuration: PlayerConfiguration, machine: FakeMachine, terminal: FakeTerminal? = nil,
    log: @escaping (String) -> Void = { _ in }
  ) {
    self.configuration = configuration
    self.log = log
    cards = machine
    clock = machine.clock
    self.terminal = terminal
  }

  /// Asks for something while the player runs; done on the loop's next turn.
  ///
  /// On the thread of `run()`, from a callback; before and after a run it does nothing.
  public func perform(_ command: Command) { performance?.request(command, after: 0) }

  /// Asks for something, to be done so many nanoseconds from now, while the player runs.
  ///
  /// On the virtual clock this is how a test presses a key while nothing else happens. On the
  /// thread of `run()`, from a callback; before and after a run it does nothing.
  public func perform(_ command: Command, after nanoseconds: Int64) {
    performance?.request(command, after: max(0, nanoseconds))
  }

  /// Plays.
  ///
  /// Signals that end a program are blocked in the calling thread meanwhile, and in the threads
  /// that it starts.
  /// - Throws: a sentence of what failed; the display is then as it was before.
  public func run() throws(PlayerError) -> Outcome {
    let clock: any LoopClock =
      self.clock ?? (configuration.clock == .virtual ? VirtualClock() : SystemClock())
    let loop: EventLoop
    do {
      loop = try EventLoop(clock: clock)
    } catch {
      throw PlayerError(.failed, "Cannot set up the event loop: \(error).")
    }
    let session = try terminal.map { (terminal) throws(PlayerError) in
      try TerminalConductor.make(terminal, configuration, loop: loop, log: log)
    }
    let setting = try Performance.Setting(
      configuration, loop: loop, log: log, startTime: clock.isVirtual ? clock.now : startTime,
      cards: cards, session: session)
    let performance: Performance
    var ensemble: Ensemble?
    do {
      if Ensemble.mayBeSeveral(configuration) {
        let made = try Ensemble(setting, make: Self.make)
        ensemble = made
        performance = made.leader
      } else {
        performance = try Self.make(setting)
      }
    } catch {
      guard let signal = error.signal else { throw error }
      return .signal(signal)
    }
    self.performance = performance
    performance.onEvent = { [weak self] event in self?.onEvent?(event) }
    performance.onOutputEvent = { [weak self] output, event in
      self?.onOutputEvent?(output, event)
    }
    defer { statistics = performance.statistics }
    return try withExtendedLifetime(ensemble) { () throws(PlayerError) in try performance.run() }
  }

  private static func make(_ setting: Performance.Setting) throws(PlayerError) -> Performance {
    guard SceneProgramme.isNeeded(for: setting.configuration) else {
      return try SequencePerformance(setting)
    }
    return try ScenePerformance(playing: setting)
  }
}
