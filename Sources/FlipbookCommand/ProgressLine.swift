import Glibc
import Linux

/// A line on a terminal that counts while a long wait lasts; nothing elsewhere.
final class ProgressLine {
  private let total: Int
  private let what: String
  private let isShown = isTerminal(STDERR_FILENO)
  private let clock = SystemClock()
  private var next: Int64
  private var wasShown = false

  init(total: Int, what: String) {
    self.total = total
    self.what = what
    next = clock.now + 500_000_000
  }

  /// Shows a count, but not within the first half second, nor more than ten times a second.
  func show(_ count: Int) {
    guard isShown, clock.now >= next else { return }
    next = clock.now + 100_000_000
    wasShown = true
    Console.error("\r\(count) of \(total) \(what)\u{1B}[K")
  }

  /// Takes the line away.
  func clear() {
    if wasShown { Console.error("\r\u{1B}[K") }
  }
}
