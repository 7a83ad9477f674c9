public import Timing

/// How the changes of a block are animated; what is nil comes from the enclosing block.
///
/// Outside of any block it is: no id, no context, from the commit on, without delay, 0.2 s, ease
/// in-out, once, one way, waiting for what runs. Callbacks are never inherited. They come on the
/// scene's thread from `Scene.turn(at:)`, never while a block is made; they may call anything.
public struct Animation {
  /// Tells that it starts: its id and context.
  public typealias WillStart = (_ id: String?, _ context: Any?) -> Void
  /// Tells that it is over: its id, whether all of it reached its end, and its context.
  public typealias DidStop = (_ id: String?, _ finished: Bool, _ context: Any?) -> Void

  /// Tells animations apart in callbacks, and names them for `Scene.removeAnimations(id:)`.
  public var id: String?
  /// Anything; it is handed to the callbacks.
  public var context: Any?
  /// From when on the delay counts, in nanoseconds of the scene's clock; nil: from the commit on.
  ///
  /// A start that is past begins part-way.
  public var start: Int64?
  /// How long it stays as it was before it starts; less than 0 is 0.
  public var delay: Duration?
  /// How long one way takes; 0 and less applies the changes without animation.
  public var duration: Duration?
  /// How progress follows time.
  public var curve: Curve?
  /// How often it runs; there and back counts once.
  public var repeatCount: RepeatCount?
  /// Whether each run goes there and back.
  public var autoreverses: Bool?
  /// Whether it takes over from what is on screen, instead of waiting for what runs to end.
  public var fromCurrentState: Bool?
  /// Called once when it starts, after the delay and after what it waits for.
  public var willStart: WillStart?
  /// Called once when it is over; also, without `willStart`, if it never got to start.
  public var didStop: DidStop?

  /// Makes an animation; all settings are optional.
  public init(
    id: String? = nil, context: Any? = nil, start: Int64? = nil, delay: Duration? = nil,
    duration: Duration? = nil, curve: Curve? = nil, repeatCount: RepeatCount? = nil,
    autoreverses: Bool? = nil, fromCurrentState: Bool? = nil, willStart: WillStart? = nil,
    didStop: DidStop? = nil
  ) {
    self.id = id
    self.context = context
    self.start = start
    self.delay = delay
    self.duration = duration
    self.curve = curve
    self.repeatCount = repeatCount
    self.autoreverses = autoreverses
    self.fromCurrentState = fromCurrentState
    self.willStart = willStart
    self.didStop = didStop
  }
}
