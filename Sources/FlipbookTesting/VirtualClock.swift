public import Linux
import Synchronization

/// A clock that stands still until it is told to go on: tests of months run in milliseconds.
///
/// Any thread may use it. It never goes backwards.
public final class VirtualClock: LoopClock {
  private let time: Mutex<Int64>

  /// Makes a clock that shows `start` nanoseconds.
  public init(start: Int64 = 1_000_000_000) { time = Mutex(start) }

  /// The time it was last moved to, in nanoseconds.
  public var now: Int64 { time.withLock { $0 } }

  /// Always true.
  public var isVirtual: Bool { true }

  /// Moves on to `time` nanoseconds; a time that has passed changes nothing.
  public func advance(to time: Int64) {
    self.time.withLock { $0 = max($0, time) }
  }

  /// Moves on by `nanoseconds`, at least 0.
  public func advance(by nanoseconds: Int64) {
    time.withLock { $0 += max(0, nanoseconds) }
  }
}
