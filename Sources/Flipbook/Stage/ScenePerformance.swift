import Controls
import FlipbookTesting
import Frames
import KMS
import Layers
import Linux
import Pixels
import Timing

/// A run that shows a scene of layers: composes what changed for each vblank, and sleeps where
/// nothing does.
final class ScenePerformance: Performance {
  /// Whose scene it shows a part of; nil where it is its own.
  private let whole: ScenePerformance?
  /// Those that show parts of its scene on other outputs.
  private(set) var parts: [ScenePerformance] = []
  let scene: Scene
  private(set) var compositor: Compositor
  /// What animators share.
  let memory: AnimatorMemory
  /// Whom start, stop, reverse and seek go to.
  weak var main: FrameAnimator?
  /// What keys and gestures do, before the bindings are asked.
  var actions: [InputTrigger: () -> Void] = [:]
  /// The fingers that a button has taken.
  var takenFingers: Set<Finger> = []
  /// Animators that were told of this stage, for their figures and for whom a clock must wait.
  var animators: [StagedOne] = []

  /// What a scene file or a player's configuration was made into.
  var staged: StagedScene?

  /// What was submitted and has not yet been seen.
  var underway: Showing?
  /// What was drawn and is in no buffer yet.
  var due = Due.nothing
  /// The last vblank that has its picture.
  var takenVblank = Int64.min
  /// Whether the run is over as soon as the frame that the main animator ended with is on the screen.
  var endsWithLastFrame = false
  /// Told when the scene has another size, of another display.
  var onResize: ((PixelSize) -> Void)?
  /// What waits for the first picture, in order.
  var untilSeen: [() -> Void] = []
  /// When all began.
  private(set) var beganAt: Int64?
  /// When the first picture came, while what waited for it is begun.
  var beginning: Int64?
  /// The time that the scene lives by.
  let clock: SceneClock
  private let title: String
  /// What its budget may grow to at first.
  private let budgetCeiling: Int?
  /// What pictures take beside frames.
  var pictureBytes = 0
  private var turnTimer: TimerToken?
  private var turnTime: Int64?

  /// A picture on its way to the screen.
  struct Showing {
    let vblank: Int64
    /// The animators whose frames changed with it.
    let frames: [(animator: any StagedAnimator, frame: ShownFrame)]
  }

  /// Something drawn on its way to a buffer.
  enum Due {
    case nothing
    /// A part of the canvas.
    case canvas(PixelRegion)
    /// A picture that goes without the canvas.
    case picture(FittedPicture, background: Color)
  }

  /// A finger on a device.
  struct Finger: Hashable {
    let device: Int
    let slot: Int32
  }

  /// - Parameter whole: what shows another part of the same scene, and has made it; nil for a scene
  ///   of its own.
  init(
    _ setting: Setting, title: String, partOf whole: ScenePerformance? = nil
  ) throws(PlayerError) {
    let configuration = setting.configuration
    let loop = setting.loop
    self.whole = whole
    self.title = title
    budgetCeiling = setting.budgetCeiling
    if let whole {
      memory = whole.memory
    } else {
      do {
        memory = try AnimatorMemory(
          loop: loop, budget: configuration.budget, ceiling: setting.budgetCeiling,
          ledger: setting.ledger)
      } catch {
        throw PlayerError(.failed, "Cannot set up the decoders' bell: \(error).")
      }
    }
    // A scene moves at every vblank, whatever its pictures' rates are.
    let (display, screen) = try setting.awaitDisplay(rate: nil)
    let observers = try Observers(
      configuration, title: title, detail: "a scene", display: display, period: screen.period)
    let clock = whole?.clock ?? SceneClock(standsAt: loop.now)
    self.clock = clock
    let span = setting.span(display)
    let size = span?.whole ?? display.choice.uprightSize
    scene = whole?.scene ?? Scene(size: size) { clock.time(loop.now) }
    compositor = display.compositor(of: scene, span)
    super.init(setting, display: display, screen: screen, rate: nil, observers: observers)
    guard let whole else {
      scene.onChange = { [weak self] in self?.noteChange() }
      return
    }
    for animator in whole.animators.compactMap(\.animator) { register(animator) }
    whole.parts.append(self)
  }

  override func makePart(_ setting: Setting) throws(PlayerError) -> Performance? {
    guard configuration.arrangement == .extend else { return nil }
    return try ScenePerformance(setting, title: title, partOf: self)
  }

  /// The present time; it stands still until there is a picture.
  var stageNow: Int64 { clock.standsAt ?? loop.now }

  // MARK: - The scene's turns

  /// Something changed: looked at once what happens now is done with.
  func noteChange() { (whole ?? self).armTurn(loop.now) }

  private func armTurn(_ time: Int64?) {
    guard let time else {
      if let turnTimer { loop.cancel(turnTimer) }
      turnTimer = nil
      turnTime = nil
      return
    }
    if let turnTime, turnTimer != nil, turnTime <= time { return }
    if let turnTimer { loop.cancel(turnTimer) }
    turnTime = time
    turnTimer = loop.schedule(at: time) { [weak self] in
      self?.turnTimer = nil
      self?.turnTime = nil
      self?.turn()
    }
  }

  /// Tells what is due to be told, and looks at what is to be seen.
  private func turn() {
    guard !isOver else { return }
    if isLit, whole == nil {
      scene.turn(at: loop.now)
      armTurn(scene.nextTurn(after: loop.now))
    }
    advance()
    for part in parts { part.turn() }
  }

  /// When the scene began on the output that leads; nil for the first.
  var sharedBeginning: Int64? {
    guard isFollowing, ensemble?.arrangement != .each else { return nil }
    return (ensemble?.leader as? ScenePerformance)?.beganAt
  }

  /// Begins what was set up before the first picture: its time is the beginning of all.
  func beginScene(at time: Int64) {
    // A part of another's has begun with that.
    guard whole == nil else { return }
    scene.shift(by: clock.begin(at: time))
    beganAt = time
    beginning = time
    let bodies = untilSeen
    untilSeen = []
    for body in bodies { body() }
    beginning = nil
    if sharedBeginning != nil, let main, let theirs = (ensemble?.leader as? ScenePerformance)?.main
    {
      main.follow(theirs)
    }
    noteChange()
  }

  // MARK: - The run

  /// Whom start, stop, reverse and seek go to, whoever has made it.
  var commanded: FrameAnimator? { (whole ?? self).main }

  /// Whether the run is over with the frame that was told last, as far as its animator goes.
  var isEnding: Bool { (whole ?? self).endsWithLastFrame }

  override var isBusy: Bool { animators.contains { $0.animator?.isBusy == true } }

  override var isUnderWay: Bool { underway != nil }

  override func proceed() {
    if isLit { perform() } else { lightUp() }
  }

  override func obey(_ command: Command, now: Int64) { carryOut(command, now) }

  override func take(_ input: RawInput) { takeInput(input) }

  /// Buttons are pressed on all outputs, wherever the finger was; commands were seen to.
  override func takeFollowing(_ input: RawInput) {
    if whole == nil { takeInput(input, isFollowing: true) }
  }

  override func follow(_ leader: Performance) -> Bool { whole != nil }

  override func noteSeen(_ presentation: Presentation) {
    guard let showing = underway.take() else { return }
    note(showing, presentation)
  }

  override func screenDidChange() {
    underway = nil
    due = .nothing
    fitScene()
    compositor = display.compositor(of: scene, ensemble?.span(of: self))
  }

  override func arrangementDidChange() {
    fitScene()
    let next = display.compositor(of: scene, ensemble?.span(of: self))
    guard next.part != compositor.part else { return }
    compositor = next
    due = .nothing
    noteChange()
  }

  /// Makes the scene as large as what shows it.
  private func fitScene() {
    guard whole == nil else { return }
    let size = ensemble?.span(of: self)?.whole ?? display.choice.uprightSize
    guard scene.size != size else { return }
    scene.resize(to: size)
    staged?.layOut()
    onResize?(size)
  }

  override var hasOwnPictures: Bool { whole == nil }

  override var memoryNeed: MemoryShares.Claim? {
    guard var need = memory.need else { return nil }
    need.least += pictureBytes
    need.most += pictureBytes
    // Without a screen its animators live on, with what they need least.
    if isReleased { need.limit = need.least }
    return need
  }

  override var memoryTaken: (budget: Int, bytes: Int) {
    let budget = memory.budget + pictureBytes
    return whole == nil ? (budget, max(budget, memory.usedBytes + pictureBytes)) : (0, 0)
  }

  override func fitBudget(_ bytes: Int, isFinal: Bool) {
    guard whole == nil else { return }
    memory.resize(
      to: max(0, bytes - pictureBytes),
      ceiling: isFinal ? nil : budgetCeiling.map { max(0, $0 - pictureBytes) })
  }

  override func proceedWithoutScreen() {
    if isEnding { noteRunOut() }
  }

  /// What runs stops: who was told of its start is told of that.
  override func tellLeaving() {
    guard whole == nil else { return }
    for animator in animators.compactMap(\.animator) {
      if isLit { animator.stop() }
      animator.cancelPrecache()
    }
    if isLit { scene.end(at: loop.now) }
  }

  override func close() {
    // Nobody is told anything any more: whoever captured the stage lets go of it.
    actions = [:]
    untilSeen = []
    onEvent = nil
    onResize = nil
    parts = []
    guard whole == nil else { return }
    scene.forgetAnimations()
    var peakBytes = 0
    for animator in animators.compactMap(\.animator) {
      let figures = animator.statistics
      peakBytes += figures.peakBytes
      statistics.decodedFrames += figures.decodedFrames
      statistics.framesBad += figures.badFrames
      animator.close()
    }
    statistics.windowPeakBytes = max(statistics.windowPeakBytes, peakBytes)
  }
}

/// An animator that is on a stage, as long as somebody else keeps it.
struct StagedOne {
  weak var animator: (any StagedAnimator)?
  /// The last of its frames that was told to be on the screen.
  var toldFrame: ShownFrame?
}

extension ChosenDisplay {
  /// Draws a scene for it.
  ///
  /// - Parameter span: the part that it shows; nil for all of it.
  fileprivate func compositor(of scene: Scene, _ span: ScreenSpan?) -> Compositor {
    let size = choice.uprightSize
    // What is dithered or turned is that on its way from the canvas.
    return Compositor(
      scene: scene, part: span.map { PixelRectangle(origin: $0.origin, size: size) },
      allowsDirect: choice.format == .xrgb8888 && choice.orientation == .upright)
  }
}
