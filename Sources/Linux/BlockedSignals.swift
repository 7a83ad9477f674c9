import CLinux
import Glibc

/// Signals that the present thread, and threads that it starts, keep pending instead of taking.
///
/// They stay blocked when this value goes; only `restore()` undoes it.
public struct BlockedSignals: ~Copyable {
  private var previous: sigset_t

  /// Blocks signals in the calling thread; do it before other threads start.
  ///
  /// The corresponding C function is `pthread_sigmask`.
  public init(_ signals: [CInt]) throws(Errno) {
    var set = signalSet(signals)
    var previous = sigset_t()
    let error = pthread_sigmask(SIG_BLOCK, &set, &previous)
    if error != 0 { throw Errno(rawValue: error) }
    self.previous = previous
  }

  /// Gives the calling thread the signal mask back that it had; call it on the same thread.
  ///
  /// What is pending of the signals is delivered at once.
  public consuming func restore() {
    var mask = previous
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }
}
