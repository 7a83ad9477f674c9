import Timing

extension Scene {
  /// Lets properties of a layer run through values.
  ///
  /// Settings, callbacks and nesting are those of `animate`, but that the curve, over all the key
  /// times, is linear unless this animation or a block around it gives another. The model has the last
  /// values at once. What overshoots stands at its ends.
  public func animateKeyframes(
    _ keyframes: [Keyframes], of layer: Layer, _ animation: Animation = Animation()
  ) {
    var animation = animation
    animation.curve = animation.curve ?? timeline.blocks.last?.animation.curve ?? .linear
    animate(animation) {
      for keyframes in keyframes { layer.change(keyframes.property, along: .keys(keyframes.path)) }
    }
  }
}
