public import Timing

extension Scene {
  /// Makes changes to layers that are seen over time.
  public func animate(_ animation: Animation, changes: () -> Void) {
    changes()
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

  /// Makes changes that are seen at once, in a block of `animate` too.
  public func withoutAnimation(_ changes: () -> Void) { changes() }

  /// Stops the animations of an id; what is drawn jumps to the model.
  public func removeAnimations(id: String) {}

  /// Stops all animations; what is drawn jumps to the model.
  public func removeAllAnimations() {}
}

extension Layer {
  /// Stops the layer's animations; what is drawn jumps to the model.
  public func removeAllAnimations() {}
}
