import Timing

/// What a property goes through in an animation.
enum AnimationPath {
  /// From where it is to a value.
  case to(PropertyValue)
  /// Through values at times.
  case keys(KeyframePath)

  /// The value that is set.
  var target: PropertyValue {
    switch self {
    case .to(let value): value
    case .keys(let path): path.last
    }
  }

  /// The value where an animation stands.
  func value(at position: AnimationPosition, from start: PropertyValue) -> PropertyValue {
    guard position.phase != .before else { return start }
    switch self {
    case .keys(let path): return path.value(at: position.progress, from: start)
    case .to(let target):
      if let mixed = start.mixed(with: target, at: position.progress) { return mixed }
      let isAtEnd = position.phase == .after
      if case .flag(let one) = start, case .flag(let two) = target {
        // A layer is hidden at the ends only, lest it fade unseen.
        if isAtEnd, position.fraction == 0 || position.fraction == 1 {
          return .flag(position.fraction == 0 ? one : two)
        }
        return .flag(one && two)
      }
      return isAtEnd && position.fraction == 0 ? start : target
    }
  }

  /// Whether the value changes all the while from one that it starts at, and not in steps.
  func isSmooth(from start: PropertyValue) -> Bool {
    switch self {
    case .to(let target): !start.isSame(as: target) && start.mixed(with: target, at: 0.5) != nil
    case .keys(let path): !path.isDiscrete
    }
  }

  /// The path with all numbers so much larger.
  func shifted(by amount: Double) -> AnimationPath {
    switch self {
    case .to(let value): .to(value.shifted(by: amount))
    case .keys(let path): .keys(path.shifted(by: amount))
    }
  }
}

/// Values of a property at parts of a time, in order; at least one.
struct KeyframePath {
  var values: [PropertyValue]
  var times: [Double]
  var isDiscrete: Bool
  /// How each value but the last passes into the next; evenly where there are none.
  var curves: [Curve]

  /// The value that it ends with.
  var last: PropertyValue { values[values.count - 1] }

  /// Which value was the last to be reached; nil before the first.
  func index(at progress: Double) -> Int? { times.lastIndex { $0 <= progress } }

  /// The value at a part of the time; before the first key time it passes from `start`.
  func value(at progress: Double, from start: PropertyValue) -> PropertyValue {
    let progress = min(max(0, progress), 1)
    guard let index = index(at: progress) else {
      return isDiscrete ? start : start.mixed(with: values[0], at: progress / times[0]) ?? start
    }
    guard !isDiscrete, index + 1 < values.count else { return values[index] }
    let part = (progress - times[index]) / (times[index + 1] - times[index])
    let curve = curves.isEmpty ? .linear : curves[index]
    return values[index].mixed(with: values[index + 1], at: curve.value(at: part))
      ?? values[index]
  }

  func shifted(by amount: Double) -> KeyframePath {
    var shifted = self
    shifted.values = values.map { $0.shifted(by: amount) }
    return shifted
  }
}
