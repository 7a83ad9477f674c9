public import Pixels
public import Timing

/// A property's values at times of an animation.
///
/// Each value is reached at its key time, a part of one way of the animation. Before the first time
/// the property stands where it was, or passes from there; after the last it keeps the last value.
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
    /// Each passes into the next; what has nothing in between, such as pictures, stands.
    case linear
  }

  let property: LayerProperty
  let path: KeyframePath

  /// Makes keyframes.
  ///
  /// - Parameters:
  ///   - values: at least one.
  ///   - times: when each value is reached, 0 to 1, in order; of equal ones the last counts. Nil:
  ///     from 0 to 1 in equal steps where values pass, and for equally long where they stand.
  ///   - passage: how one follows another.
  ///   - curves: how each value but the last passes into the next; empty: evenly.
  /// - Throws: `KeyframesError` where values, times and curves do not go together.
  public init(
    _ values: Values, times: [Double]? = nil, passage: Passage = .linear, curves: [Curve] = []
  ) throws(KeyframesError) {
    let (property, list) = values.list
    let isDiscrete = passage == .discrete || !Self.pass(list)
    let count = list.count
    guard count > 0 else {
      throw KeyframesError("Keyframes of \(property) have no value. Give at least one.")
    }
    let times = times ?? Self.evenTimes(count, areSteps: isDiscrete)
    guard times.count == count else {
      throw KeyframesError(
        "Keyframes of \(property) have \(count) values but \(times.count) key times. Give each "
          + "value one.")
    }
    if let time = times.first(where: { !(0...1 ~= $0) }) {
      throw KeyframesError(
        "A key time of \(property) is \(time). Key times are parts of the duration, from 0 to 1.")
    }
    if let (one, two) = zip(times, times.dropFirst()).first(where: { $0 > $1 }) {
      throw KeyframesError(
        "A key time of \(property), \(two), comes after \(one). Put values in the order of time.")
    }
    guard curves.isEmpty || (!isDiscrete && curves.count == count - 1) else {
      throw KeyframesError(
        "Keyframes of \(property) have \(curves.count) curves for "
          + "\(isDiscrete ? 0 : count - 1) passages from a value to the next. Give each passage "
          + "one, or none at all.")
    }
    self.property = property
    path = KeyframePath(values: list, times: times, isDiscrete: isDiscrete, curves: curves)
  }

  private static func evenTimes(_ count: Int, areSteps: Bool) -> [Double] {
    if areSteps { return (0..<count).map { Double($0) / Double(count) } }
    // A single value is passed to from where the property was.
    return count == 1 ? [1] : (0..<count).map { Double($0) / Double(count - 1) }
  }

  /// Whether all values of a list have something in between.
  private static func pass(_ list: [PropertyValue]) -> Bool {
    guard let first = list.first else { return true }
    return list.allSatisfy { first.mixed(with: $0, at: 0.5) != nil }
  }
}

/// What is wrong with keyframes, in a sentence.
public struct KeyframesError: Error, Hashable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension Keyframes.Values {
  fileprivate var list: (LayerProperty, [PropertyValue]) {
    switch self {
    case .center(let values): (.center, values.map { .point($0) })
    case .bounds(let values): (.bounds, values.map { .rectangle($0) })
    case .transform(let values): (.transform, values.map { .transform($0) })
    case .rotation(let values): (.rotation, values.map { .number($0) })
    case .alpha(let values): (.alpha, values.map { .number(min(max(0, $0), 1)) })
    case .isHidden(let values): (.isHidden, values.map { .flag($0) })
    case .zPosition(let values): (.zPosition, values.map { .number($0) })
    case .background(let values): (.background, values.map { .background($0) })
    case .content(let values): (.content, values.map { .content($0) })
    case .contentMode(let values): (.contentMode, values.map { .contentMode($0) })
    case .pictures(let values): (.content, values.map { .content(.picture($0)) })
    }
  }
}
