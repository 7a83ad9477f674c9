// The importer may take a C struct to be of either module.
import CLinux
import Glibc

/// A thread beside the loop's; a small stack, and no signal meant for the program is taken by it.
public enum BackgroundThread {
  /// Enough for libpng, TurboJPEG and libinput, whose large state is on the heap.
  private static let stackBytes = 512 * 1024

  /// Starts a thread that runs `body` and ends by itself.
  ///
  /// The C call is `pthread_create`.
  /// - Throws: its error.
  public static func start(_ body: @escaping @Sendable () -> Void) throws(Errno) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // Faults stay unblocked: they belong to the thread that makes them.
    var blocked = sigset_t()
    var previous = sigset_t()
    sigfillset(&blocked)
    for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS] {
      sigdelset(&blocked, fault)
    }
    pthread_sigmask(SIG_SETMASK, &blocked, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    let box = Unmanaged.passRetained(ThreadBody(body))
    var identity = pthread_t()
    let result = pthread_create(
      &identity, &attributes,
      { argument in
        guard let argument else { return nil }
        // The loop's thread may have put itself ahead; its helpers are not to compete with it.
        ThreadPriority.reset()
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    guard result == 0 else {
      box.release()
      throw Errno(rawValue: result)
    }
  }

  /// Processors that the process may run on, less one for the loop; at least 1.
  public static var spareProcessors: Int { max(1, Machine.processorCount() - 1) }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
