import Glibc
import Linux

/// Leaves the machine one processor, on which calls can be made before all else.
///
/// Drivers without vblank complete a flip in a thread of the kernel's. It gets its turn when the calls
/// are done, or wait for something: not in between two of them.
struct OneProcessor: ~Copyable {
  private var others: [String] = []

  /// Turns the other processors off; for root.
  init() throws(Errno) {
    var number = 1
    while access(Self.file(number), F_OK) == 0 {
      try Self.write("0", to: Self.file(number))
      others.append(Self.file(number))
      number += 1
    }
  }

  /// Makes calls one straight after the other.
  static func withoutPause(_ calls: () throws -> String) throws -> String {
    try become(SCHED_FIFO, priority: 1)
    let answer = Result { try calls() }
    try become(SCHED_OTHER, priority: 0)
    return try answer.get()
  }

  /// Turns the other processors on again.
  consuming func end() throws(Errno) {
    for file in others { try Self.write("1", to: file) }
  }

  private static func file(_ number: Int) -> String {
    "/sys/devices/system/cpu/cpu\(number)/online"
  }

  private static func write(_ text: String, to path: String) throws(Errno) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw Errno.current }
    defer { close(file) }
    guard Glibc.write(file, text, text.utf8.count) == text.utf8.count else { throw Errno.current }
  }

  private static func become(_ policy: CInt, priority: CInt) throws(Errno) {
    var parameters = sched_param()
    parameters.sched_priority = priority
    guard sched_setscheduler(0, policy, &parameters) == 0 else { throw Errno.current }
  }
}
