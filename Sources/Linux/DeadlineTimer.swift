import CLinux
import Glibc

/// A timerfd on the monotonic clock that is set only when its deadline changes.
struct DeadlineTimer: ~Copyable {
  private let descriptor: FileDescriptor
  private var deadline: Int64?

  /// The corresponding C function is `timerfd_create`.
  init() throws(Errno) {
    descriptor = FileDescriptor(
      adopting: try valueOrErrno {
        timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK))
      })
    deadline = nil
  }

  var rawDescriptor: CInt { descriptor.rawValue }

  /// Makes the descriptor readable at `time`, in nanoseconds above 0, or never.
  ///
  /// The corresponding C function is `timerfd_settime`.
  mutating func arm(at time: Int64?) {
    guard time != deadline else { return }
    var value = itimerspec()
    if let time {
      value.it_value.tv_sec = time_t(time / 1_000_000_000)
      value.it_value.tv_nsec = Int(time % 1_000_000_000)
    }
    // Setting also forgets an expiry, so the descriptor is never read.
    guard timerfd_settime(descriptor.rawValue, CInt(TFD_TIMER_ABSTIME), &value, nil) == 0 else {
      fatalError("The event loop's timer cannot be set to \(time ?? 0): \(Errno.current)")
    }
    deadline = time
  }
}
