import CLinux
import Glibc
import Linux

/// Writes events as JSON lines, and never lets a slow reader hold up the display.
///
/// What a pipe will not take at once waits in memory, up to a limit; beyond it lines are left out
/// and counted.
struct EventLog: ~Copyable {
  private let descriptor: CInt
  private let ownsDescriptor: Bool
  private var waiting: [UInt8] = []
  private(set) var lostLines = 0

  private static let waitingLimit = 1 << 20
  /// A pipe that reports room takes this much in one write.
  private static let chunk = 4096

  init(path: String) throws(PlayerError) {
    if path == "-" {
      descriptor = STDOUT_FILENO
      ownsDescriptor = false
    } else {
      // O_NONBLOCK: opening a FIFO that no one reads must not hang the player.
      descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o644)
      ownsDescriptor = true
      guard descriptor >= 0 else {
        let cause = Errno.current
        throw PlayerError(
          .failed,
          "Cannot write events to \(path): \(cause). Give a path that can be written, or -.")
      }
    }
  }

  deinit {
    if ownsDescriptor { Glibc.close(descriptor) }
  }

  mutating func write(_ event: PlayerEvent) {
    if waiting.count > Self.waitingLimit {
      lostLines += 1
    } else {
      waiting.append(contentsOf: "\(event.json)\n".utf8)
    }
    drain(patience: 0)
  }

  /// Writes what still waits, giving a slow reader up to a second.
  mutating func finish() {
    drain(patience: 1000)
  }

  private mutating func drain(patience milliseconds: CInt) {
    var sent = 0
    while sent < waiting.count {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&request, 1, milliseconds) == 1, request.revents & Int16(POLLOUT) != 0
      else { break }
      let count = waiting[sent...].prefix(Self.chunk).withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { break }
      sent += count
    }
    waiting.removeFirst(sent)
  }
}
