public import Linux

/// What a screen was asked for and what came of it.
public struct ScreenStatistics: Sendable, Hashable {
  /// Page flips that the kernel took.
  public var flips = 0
  /// Page flips that were completed.
  public var completedFlips = 0
  /// First pictures that came without a mode set: the display ran in our mode already.
  public var takeOvers = 0
  /// Mode sets that the kernel took.
  public var modeSets = 0
  /// Page flips that were done without an event that told so.
  public var lostEvents = 0
  /// Mode sets because the event of a flip never came.
  public var recoveries = 0
  /// Events of flips from before a mode set, which mean nothing any more.
  public var staleEvents = 0
  /// What the kernel refused, by errno.
  public var refusals: [Errno: Int] = [:]

  /// Makes empty counts.
  public init() {}
}
