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
  /// Why nothing can be written any more.
  private var failure: Errno?
  private let name: String

  /// A second, in nanoseconds.
  private static let patience: Int64 = 1_000_000_000
  private static let waitingLimit = 1 << 20
  /// A pipe that reports room takes this much in one write.
  private static let chunk = 4096

  init(path: String) throws(PlayerError) {
    BrokenPipes.becomeErrors()
    name = path == "-" ? "standard output" : path
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

  mutating func write(_ event: PlayerEvent, output: String? = nil) {
    guard failure == nil else { return }
    if waiting.count > Self.waitingLimit {
      lostLines += 1
    } else {
      var object = event.json
      if let output, !event.namesOutput { object.add("output", output) }
      waiting.append(contentsOf: "\(object)\n".utf8)
    }
    drain(until: nil)
  }

  /// Writes what still waits, giving a slow reader a second in all.
  ///
  /// - Throws: a sentence where not every event arrived, unless nobody reads them any more.
  mutating func finish() throws(PlayerError) {
    drain(until: SystemClock().now + Self.patience)
    if let failure {
      guard failure != .brokenPipe else { return }
      throw PlayerError(
        .failed,
        "Not all events could be written to \(name): \(failure). Free some space or give another path."
      )
    }
    let unread = lostLines + waiting.count { $0 == UInt8(ascii: "\n") }
    guard unread == 0 else {
      throw PlayerError(
        .failed,
        "\(unread) events were left out: the reader of \(name) was too slow. Have them written to a "
          + "file, or read faster.")
    }
  }

  /// Writes what the reader takes, until a time of the system's clock; at once where that is nil.
  private mutating func drain(until deadline: Int64?) {
    var sent = 0
    while sent < waiting.count {
      let left = deadline.map { max(0, $0 - SystemClock().now) } ?? 0
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&request, 1, CInt(left / 1_000_000)) == 1,
        request.revents & Int16(POLLOUT | POLLERR) != 0
      else { break }
      let count = waiting[sent...].prefix(Self.chunk).withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else {
        let error = Errno.current
        if error == .interrupted { continue }
        if error != .wouldBlock { failure = error }
        break
      }
      sent += count
    }
    if failure == nil { waiting.removeFirst(sent) } else { waiting = [] }
  }
}
