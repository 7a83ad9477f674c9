import Linux
import Synchronization

/// A virtual clock that only the loop moves.
final class TestClock: LoopClock {
  private let time: Atomic<Int64>

  init(startingAt time: Int64 = 0) { self.time = Atomic(time) }

  var now: Int64 { time.load(ordering: .acquiring) }
  var isVirtual: Bool { true }
  func advance(to time: Int64) { self.time.store(max(time, now), ordering: .releasing) }
}
