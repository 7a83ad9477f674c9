import CLinux
import Glibc

/// The clock that an event loop lives by: the kernel's, or a virtual one that tests drive.
///
/// Times are nanoseconds of `CLOCK_MONOTONIC`, or of the virtual clock's own epoch.
public protocol LoopClock: AnyObject, Sendable {
  /// The present time in nanoseconds.
  var now: Int64 { get }

  /// Whether time passes only by `advance(to:)`.
  var isVirtual: Bool { get }

  /// Moves a virtual clock on to `time`; a real clock ignores it. Never moves backwards.
  func advance(to time: Int64)
}

/// The kernel's monotonic clock.
public final class SystemClock: LoopClock {
  /// Makes a view of the kernel's clock; all of them agree.
  public init() {}

  /// Nanoseconds of `clock_gettime(CLOCK_MONOTONIC)`.
  public var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Always false.
  public var isVirtual: Bool { false }

  /// Does nothing: real time passes by itself.
  public func advance(to time: Int64) {}
}
