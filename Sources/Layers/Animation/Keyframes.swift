public import Pixels
public import Timing

/// A property's values at times of an animation.
public struct Keyframes {
  /// The values, in order, by property.
  public enum Values {
    /// Of `Layer.center`.
    case center([Point])
    /// Of `Layer.bounds`.
    case bounds([Rectangle])
    /// Of `Layer.transform`.
    case transform([AffineTransform])
    /// Of `Layer.rotation`, in turns.
    case rotation([Double])
    /// Of `Layer.alpha`, 0 to 1.
    case alpha([Double])
    /// Of `Layer.isHidden`.
    case isHidden([Bool])
    /// Of `Layer.zPosition`.
    case zPosition([Double])
    /// Of `Layer.background`.
    case background([Background])
    /// Of `Layer.content`.
    case content([Content])
    /// Of `Layer.contentMode`.
    case contentMode([ContentMode])
    /// Pictures, as `Layer.content`.
    case pictures([Picture])
  }

  /// How one value follows another.
  public enum Passage: String, Sendable, Hashable, CaseIterable {
    /// Each stands until the next one's time.
    case discrete
    /// Each passes into the next.
    case linear
  }

  /// Makes keyframes.
  public init(
    _ values: Values, times: [Double]? = nil, passage: Passage = .linear, curves: [Curve] = []
  ) throws(KeyframesError) {}
}

/// What is wrong with keyframes, in a sentence.
public struct KeyframesError: Error, Hashable, CustomStringConvertible {
  /// The sentence.
  public let description: String
}

extension Scene {
  /// Lets properties of a layer run through values; settings and callbacks are those of `animate`,
  /// but the curve is linear unless another is given.
  public func animateKeyframes(
    _ keyframes: [Keyframes], of layer: Layer, _ animation: Animation = Animation()
  ) {}
}
