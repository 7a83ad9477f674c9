import Glibc
import Linux

extension LoopClock {
  /// Moves a virtual clock on to `time`, or sleeps until then.
  func wait(until time: Int64) {
    guard !isVirtual else { return advance(to: time) }
    var deadline = timespec(
      tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nil) == EINTR {}
  }
}
