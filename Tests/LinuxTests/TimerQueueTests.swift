import TestSupport
import Testing

@testable import Linux

@Suite struct TimerQueueTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func agreesWithASortedList(seed: UInt64) {
    var generator = RandomSource(seed: seed)
    var queue = TimerQueue()
    var model: [(time: Int64, token: TimerToken)] = []
    var fired: TimerToken?
    var now: Int64 = 0
    for _ in 0..<2_000 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<5:
        let time = now + Int64.random(in: -2...20, using: &generator)
        let expected = TimerToken(sequence: queue.nextSequence)
        let token = queue.schedule(at: time) { fired = expected }
        #expect(token == expected)
        let place = model.firstIndex { $0.time > time } ?? model.count
        model.insert((time, token), at: place)
      case 5..<7:
        guard let victim = model.indices.randomElement(using: &generator) else { continue }
        queue.cancel(model[victim].token)
        queue.cancel(model[victim].token)
        model.remove(at: victim)
      default:
        now += Int64.random(in: 0...5, using: &generator)
        while let handler = queue.takeDue(at: now, scheduledBefore: queue.nextSequence) {
          handler()
          #expect(model.first?.token == fired)
          #expect((model.first?.time ?? .max) <= now)
          if !model.isEmpty { model.removeFirst() }
        }
        #expect(model.allSatisfy { $0.time > now })
      }
      #expect(queue.earliest == model.first?.time)
      #expect(queue.count == model.count)
    }
  }

  @Test func newTimersWaitForTheNextPass() {
    var queue = TimerQueue()
    var seen: [Int] = []
    _ = queue.schedule(at: 5) { seen.append(1) }
    let limit = queue.nextSequence
    _ = queue.schedule(at: 3) { seen.append(2) }
    while let handler = queue.takeDue(at: 9, scheduledBefore: limit) { handler() }
    #expect(seen == [1])
    while let handler = queue.takeDue(at: 9, scheduledBefore: .max) { handler() }
    #expect(seen == [1, 2])
  }

  @Test func cancelledTimersDoNotPileUp() {
    var queue = TimerQueue()
    _ = queue.schedule(at: 0) {}
    for time in 1..<10_000 as Range<Int64> { queue.cancel(queue.schedule(at: time) {}) }
    #expect(queue.count == 1)
    #expect(queue.heapCount < 50)
  }
}
