/// Where an animation stands at one moment.
public struct AnimationPosition: Sendable, Hashable {
  /// Whether the time lies before, in or after an animation.
  public enum Phase: Sendable, Hashable {
    /// It waits for its start.
    case before
    /// It runs.
    case active
    /// It has ended.
    case after
  }

  /// Whether it waits, runs or has ended.
  public let phase: Phase
  /// How far it is on its way, 0 to 1 by time: the curve is not in it; falls on the way back.
  public let fraction: Double
  /// How far it is, 0 at the start of its way and 1 at the end, after the curve, which may overshoot.
  public let progress: Double
  /// The cycle, counted from 0; there and back is one.
  public let iteration: Int
  /// Whether it is on the way back.
  public let isOnWayBack: Bool
  /// Whether it shows at all: always while it runs, else as its fill says.
  public let isInEffect: Bool

  /// Whether it has ended.
  public var hasEnded: Bool { phase == .after }
}
