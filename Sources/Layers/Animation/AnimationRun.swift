import Timing

/// One animation from its commit to its end: what a block of changes became.
final class AnimationRun {
  enum Phase {
    /// Its block is open, or an enclosing one is.
    case open
    case waiting
    case running
    case over
  }

  let id: String?
  let context: Any?
  let willStart: Animation.WillStart?
  let didStop: Animation.DidStop?
  let isTakingOver: Bool

  /// Its place among all animations of the scene, in the order of commit.
  var order = 0
  var phase = Phase.open
  /// Its timing; before the commit without a start.
  var timing: AnimationTiming
  /// When it was to start; nil: with the commit.
  var askedStart: Int64?
  var committed: Int64 = 0
  /// When it starts or did; nil while something without end is in its way.
  var start: Int64? { didSet { if let start { timing.start = start } } }
  /// What it still moves.
  var tracks: [AnimationTrack] = []
  /// Whether its start was looked for before.
  var isReckoned = false
  /// Whether something of it was stopped before its end.
  var wasCut = false

  /// Makes the run of a block whose settings are complete but for the defaults.
  init(_ animation: Animation, isImmediate: Bool) {
    id = animation.id
    context = animation.context
    willStart = animation.willStart
    didStop = animation.didStop
    isTakingOver = animation.fromCurrentState ?? false
    let duration = isImmediate ? 0 : (animation.duration ?? .milliseconds(200)).nanoseconds
    // Without duration there is no way back: the change stands.
    timing = AnimationTiming(
      start: 0, delay: isImmediate ? 0 : (animation.delay ?? .zero).nanoseconds,
      duration: duration, curve: animation.curve ?? .easeInOut,
      repeatCount: duration > 0 ? animation.repeatCount ?? 1 : 1,
      autoreverses: duration > 0 && animation.autoreverses ?? false)
    askedStart = isImmediate ? nil : animation.start
  }

  /// When it wants to start, whatever is in its way.
  private(set) var begin: Int64 = 0

  /// When it ends; nil while that is not known, and where it never does.
  var end: Int64? { start == nil ? nil : timing.end }

  /// Fixes its times, its delay being part of its start from now on.
  func commit(at time: Int64, order: Int) {
    self.order = order
    committed = time
    timing.start = askedStart ?? time
    begin = timing.begin
    timing.delay = 0
    phase = .waiting
  }

  /// Moves its times, after the commit.
  func shift(by nanoseconds: Int64) {
    committed = committed.shifted(by: nanoseconds)
    begin = begin.shifted(by: nanoseconds)
    timing.start = timing.start.shifted(by: nanoseconds)
    start = start?.shifted(by: nanoseconds)
  }

  /// Whether it has started by a time.
  func hasStarted(at time: Int64) -> Bool { start.map { $0 <= time } ?? false }
}

/// One property of one layer in an animation.
final class AnimationTrack {
  let run: AnimationRun
  let property: LayerProperty
  var path: AnimationPath
  /// The value at which it started; nil before that.
  var from: PropertyValue?
  private(set) weak var layer: Layer?

  init(_ path: AnimationPath, of property: LayerProperty, layer: Layer, run: AnimationRun) {
    self.path = path
    self.property = property
    self.layer = layer
    self.run = run
  }

  /// The value at a time at which it has started.
  func value(at time: Int64, from start: PropertyValue) -> PropertyValue {
    path.value(at: run.timing.position(at: time), from: start)
  }
}
