import Controls
import Frames
import KMS
import Linux
import Timing

extension Performance {
  /// What every run is made of.
  struct Setting {
    var configuration: PlayerConfiguration
    let loop: EventLoop
    let log: (String) -> Void
    /// When the run is held to have begun, for the time to its first picture.
    let startTime: Int64
    let bindings: Bindings
    let signals: SignalTrap
    let finder: DisplayFinder
    /// What is left on the display at the end.
    let keeper: DisplayKeeper
    var terminal: (any SessionConductor)?
    /// The display of a run that follows another.
    var given: ChosenDisplay?
    /// The screen on it, where that was made already.
    var givenScreen: Screen?
    var isFollowing = false
    /// What its budget may grow to before a frame that does not fit is refused; nil for no more.
    var budgetCeiling: Int?
    /// Where decoded pictures of all that share a budget are written up.
    let ledger = MemoryLedger()
    /// Which part a display shows of what goes across several; nil for all of it.
    var span: (ChosenDisplay) -> ScreenSpan? = { _ in nil }

    /// - Parameters:
    ///   - cards: take the place of the configuration's; nil for those.
    ///   - session: takes the place of the machine's, for cards that do.
    init(
      _ configuration: PlayerConfiguration, loop: EventLoop, log: @escaping (String) -> Void,
      startTime: Int64, cards: (any DisplayCards)?, session: (any SessionConductor)? = nil
    ) throws(PlayerError) {
      self.configuration = configuration
      self.loop = loop
      self.log = log
      self.startTime = startTime
      bindings = try Performance.bindings(configuration)
      signals = try SignalTrap(loop)
      let isReal = configuration.display == .drm && cards == nil
      terminal =
        isReal
        ? SessionChoice.make(configuration, loop: loop, log: log) : session
      finder = DisplayFinder(
        cards: try RunCards.make(
          configuration, instead: cards, clock: loop.clock, broker: terminal?.broker),
        loop: loop, neverChanges: !isReal && cards == nil)
      if isReal, let warning = ConsoleBlanking.warning() { log(warning) }
      keeper = DisplayKeeper(
        configuration, terminal: terminal, isSimulated: !isReal, log: log)
    }

    /// Becomes master of a display and makes its first buffer.
    func makeScreen(_ display: ChosenDisplay) throws(DisplayError) -> Screen {
      keeper.adopt(display.device)
      let screen = try display.makeScreen(configuration, time: loop.clock)
      display.tell(configuration, log)
      terminal?.take()
      return screen
    }

    /// Waits until there is a display and it is ours.
    ///
    /// - Parameters:
    ///   - rate: how fast the content changes; nil for every vblank.
    ///   - whenFound: called with each display that is tried, before its buffers are made.
    func awaitDisplay(
      rate: FrameRate?, whenFound: @escaping (ChosenDisplay) -> Void = { _ in }
    ) throws(PlayerError) -> (ChosenDisplay, Screen) {
      if let given {
        whenFound(given)
        if let givenScreen { return (given, givenScreen) }
        do throws(DisplayError) { return (given, try makeScreen(given)) } catch {
          throw PlayerError(error)
        }
      }
      let arrival = DisplayArrival(
        self, request: configuration.outputRequest(rate: rate), whenFound: whenFound)
      switch try arrival.wait() {
      case .taken(let display, let screen): return (display, screen)
      case .signal(let number): throw PlayerError(signal: number)
      }
    }
  }
}
