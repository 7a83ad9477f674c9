public import Timing

extension Scene {
  /// Makes changes to layers that are seen over time.
  ///
  /// The model has the new values at once; what is drawn keeps the old ones until the animation
  /// starts, and follows it from then on. Changes to the same property of the same layer in several
  /// animations take turns in the order of their commit: the whole later animation waits until
  /// everything before it that it would disturb has ended, after something without end until that is
  /// removed. With `fromCurrentState` it waits for nothing but its delay; then it goes on from what is
  /// on screen, and what it displaces, waiting animations too, stops with `finished == false`. An
  /// animation that loses only some of its properties runs on with the rest, and has not finished when
  /// that ends.
  ///
  /// At its end every property stays as it is on screen, and its model with it: part-way after a
  /// fraction of a cycle, and where it began when whole cycles went there and back.
  ///
  /// Blocks nest: an inner one inherits what it leaves open, callbacks apart; its change of a
  /// property replaces an enclosing block's; and nothing starts before the outermost is left.
  /// Setting a property twice in one block counts as once. Changes to layers that are not in the scene
  /// are plain ones. A block that changes nothing runs its time as well. Without duration, delay
  /// and start, changes are plain ones too, and both callbacks come at the next turn.
  ///
  /// - Parameters:
  ///   - animation: the settings and callbacks.
  ///   - changes: sets properties of layers; called at once, once.
  public func animate(_ animation: Animation, changes: () -> Void) {
    if timeline.blocks.isEmpty { timeline.advance(to: now()) }
    var settings = animation
    if let enclosing = timeline.blocks.last { settings.inherit(enclosing.animation) }
    let hasNoTime =
      settings.duration.map { $0 <= .zero } ?? false && settings.delay ?? .zero <= .zero
      && settings.start == nil
    let isImmediate = hasNoTime || !animationsAreEnabled
    let run = AnimationRun(settings, isImmediate: isImmediate)
    timeline.blocks.append(
      AnimationBlock(animation: settings, run: run, isImmediate: isImmediate))
    changes()
    timeline.blocks.removeLast()
    timeline.closed.append(run)
    guard timeline.blocks.isEmpty else { return }
    timeline.commit(at: advance())
    noteChange()
  }

  /// Makes changes to layers that are seen over time: `animate(_:changes:)` with its settings
  /// written out.
  public func animate(
    id: String? = nil, context: Any? = nil, start: Int64? = nil, delay: Duration? = nil,
    duration: Duration? = nil, curve: Curve? = nil, repeatCount: RepeatCount? = nil,
    autoreverses: Bool? = nil, fromCurrentState: Bool? = nil,
    willStart: Animation.WillStart? = nil, didStop: Animation.DidStop? = nil,
    changes: () -> Void
  ) {
    animate(
      Animation(
        id: id, context: context, start: start, delay: delay, duration: duration, curve: curve,
        repeatCount: repeatCount, autoreverses: autoreverses, fromCurrentState: fromCurrentState,
        willStart: willStart, didStop: didStop), changes: changes)
  }

  /// Whether changes are animated now: not in `withoutAnimation`.
  public var animationsAreEnabled: Bool { timeline.stillDepth == 0 }

  /// Makes changes that are seen at once, in a block of `animate` too.
  ///
  /// Blocks of `animate` in it apply their changes at once, and call back at the next turn.
  public func withoutAnimation(_ changes: () -> Void) {
    timeline.stillDepth += 1
    changes()
    timeline.stillDepth -= 1
  }

  /// The block that a change belongs to; nil for a plain one.
  var animatingBlock: AnimationBlock? {
    guard animationsAreEnabled, let block = timeline.blocks.last, !block.isImmediate else {
      return nil
    }
    return block
  }

  /// Starts and ends what is due, and tells the time.
  func advance() -> Int64 {
    timeline.advance(to: now())
    return timeline.latest
  }
}

extension Animation {
  /// Takes what is left open from an enclosing block.
  fileprivate mutating func inherit(_ outer: Animation) {
    id = id ?? outer.id
    context = context ?? outer.context
    start = start ?? outer.start
    delay = delay ?? outer.delay
    duration = duration ?? outer.duration
    curve = curve ?? outer.curve
    repeatCount = repeatCount ?? outer.repeatCount
    autoreverses = autoreverses ?? outer.autoreverses
    fromCurrentState = fromCurrentState ?? outer.fromCurrentState
  }
}
