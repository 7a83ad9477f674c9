/// What names a scheduled timer, to cancel it by.
public struct TimerToken: Hashable, Sendable {
  let sequence: UInt64
}

/// Timers in the order in which they are due: a binary heap; of equal times, the first scheduled
/// comes first.
///
/// A cancelled timer loses its handler at once and leaves the heap when it gets to the top, or
/// when the cancelled ones outnumber the others.
struct TimerQueue {
  private struct Entry {
    var time: Int64
    var sequence: UInt64

    func isBefore(_ other: Entry) -> Bool {
      time != other.time ? time < other.time : sequence < other.sequence
    }
  }

  private var heap: [Entry] = []
  private var handlers: [UInt64: () -> Void] = [:]

  /// The sequence number that the next timer will get; all timers so far have smaller ones.
  private(set) var nextSequence: UInt64 = 0

  /// How many timers are waiting.
  var count: Int { handlers.count }

  /// How many places the heap takes up, cancelled timers among them.
  var heapCount: Int { heap.count }

  /// The time of the timer that is due first.
  var earliest: Int64? { heap.first?.time }

  mutating func schedule(at time: Int64, handler: @escaping () -> Void) -> TimerToken {
    let entry = Entry(time: time, sequence: nextSequence)
    nextSequence += 1
    handlers[entry.sequence] = handler
    heap.append(entry)
    siftUp(from: heap.count - 1)
    return TimerToken(sequence: entry.sequence)
  }

  mutating func cancel(_ token: TimerToken) {
    guard handlers.removeValue(forKey: token.sequence) != nil else { return }
    if heap.count > 2 * handlers.count + 16 {
      heap.removeAll { handlers[$0.sequence] == nil }
      heap.sort { $0.isBefore($1) }  // A sorted array is a heap.
    }
    dropCancelledTop()
  }

  mutating func cancelAll() {
    heap = []
    handlers = [:]
  }

  /// Takes out the first timer that is due at `now` and was scheduled before number `limit`.
  ///
  /// Timers scheduled since then stay, so that a handler which schedules another timer for the
  /// present moment cannot keep the loop from everything else.
  mutating func takeDue(at now: Int64, scheduledBefore limit: UInt64) -> (() -> Void)? {
    var newer: [Entry] = []
    defer {
      for entry in newer {
        heap.append(entry)
        siftUp(from: heap.count - 1)
      }
    }
    while let top = heap.first, top.time <= now {
      removeTop()
      if top.sequence >= limit {
        newer.append(top)
      } else if let handler = handlers.removeValue(forKey: top.sequence) {
        dropCancelledTop()
        return handler
      }
    }
    return nil
  }

  /// Keeps the top a timer that still waits, so that `earliest` never names a cancelled one.
  private mutating func dropCancelledTop() {
    while let top = heap.first, handlers[top.sequence] == nil { removeTop() }
  }

  private mutating func removeTop() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    siftDown()
  }

  private mutating func siftUp(from start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var first = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].isBefore(heap[first]) {
        first = child
      }
      if first == parent { return }
      heap.swapAt(parent, first)
      parent = first
    }
  }
}
