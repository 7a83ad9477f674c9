extension Curve {
  /// How far it is after a part of the time, 0 to 1; outside of that it stands at its ends.
  ///
  /// Exactly 0 at 0 and 1 at 1; in between curves may overshoot.
  public func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    switch self {
    case .linear: return time
    case .easeIn: return CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1).value(at: time)
    case .easeOut: return CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1).value(at: time)
    case .easeInOut: return CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1).value(at: time)
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2).value(at: time)
    case .spring(let damping, let velocity):
      return Spring(damping: damping, velocity: velocity).value(at: time)
    }
  }
}
