import Synchronization

/// What several windows use together, and the most that it came to.
///
/// Any thread may write in it.
package final class MemoryLedger: Sendable {
  private struct Sum {
    var bytes = 0
    var peak = 0
  }

  private let sum = Mutex(Sum())

  /// Makes an empty ledger.
  package init() {}

  /// Bytes that are used now.
  package var bytes: Int { sum.withLock { $0.bytes } }

  /// The most bytes that were used at one moment.
  package var peakBytes: Int { sum.withLock { $0.peak } }

  /// Somebody uses so many bytes more, or less.
  func add(_ bytes: Int) {
    sum.withLock { sum in
      sum.bytes += bytes
      sum.peak = max(sum.peak, sum.bytes)
    }
  }
}
