import CLinux

/// Which thread the kernel runs first where there are more threads than processors.
public enum ThreadPriority {
  /// What the process was started with.
  private static let inherited = clinux_thread_nice()
  /// As much before others as a desktop's sound server puts itself.
  private static let ahead: CInt = 10

  /// Puts the calling thread before others of the machine, decoders among them.
  ///
  /// The corresponding C function is `setpriority`, for one thread.
  /// - Returns: whether the kernel allows it: to root, and by `RLIMIT_NICE`.
  @discardableResult
  public static func raise() -> Bool { clinux_set_thread_nice(inherited - ahead) == 0 }

  /// Gives the calling thread, which inherits from the one that started it, what the process was
  /// started with.
  public static func reset() {
    // Less priority is always granted.
    _ = clinux_set_thread_nice(inherited)
  }

  /// The calling thread's nice value; lower goes first.
  public static var current: Int { Int(clinux_thread_nice()) }
}
