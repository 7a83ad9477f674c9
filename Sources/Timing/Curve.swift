/// How an animation's progress follows its time.
public enum Curve: Sendable, Hashable {
  /// Evenly.
  case linear
  /// Slowly at first: the cubic Bézier curve (0.42, 0), (1, 1).
  case easeIn
  /// Slowly at the end: (0, 0), (0.58, 1).
  case easeOut
  /// Slowly at both ends: (0.42, 0), (0.58, 1).
  case easeInOut
  /// A cubic Bézier curve from (0, 0) to (1, 1) by its two control points; `x1` and `x2` lie between
  /// 0 and 1, `y1` and `y2` may overshoot.
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
  /// A spring let go at 0 that comes to rest at 1.
  ///
  /// `damping` is the damping ratio: below 1 it overshoots, and below 0.01 it counts as
  /// that. `velocity` is the speed at
  /// the start, in whole ways a duration. It has settled when the duration is over.
  case spring(damping: Double, velocity: Double)
}
