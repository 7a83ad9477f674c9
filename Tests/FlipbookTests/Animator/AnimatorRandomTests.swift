import Frames
import Layers
import Linux
import Pixels
import TestSupport
import Testing
import Timing

@testable import Flipbook

/// Random animators that share a budget, and whatever can be asked of them, from outside and from
/// within their callbacks.
@Suite("Frame animators, at random", .timeLimit(.minutes(5))) struct AnimatorRandomTests {
  @Test(
    "callbacks are ordered, paired and complete; frames follow one another", arguments: 1...150)
  func behaves(seed: Int) throws {
    var random = RandomSource(seed: UInt64(seed))
    let frames = Int.random(in: 8...60, using: &random)
    let host = try TestHost(budget: frames * 32, workers: Int.random(in: 1...3, using: &random))
    host.screenSize = PixelSize(width: 4, height: 2)
    host.period = random.pick(nil, nil, 16_666_667, 5)
    host.firstPictureDelay = random.pick(0, 0, 50_000_000)
    let users = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      AnimatorUser(host, seed: random.next())
    }
    for _ in 0..<Int.random(in: 20...120, using: &random) {
      let most: Int64 = random.pick(1, 1000, 400_000_000)
      let pause = Int64.random(in: 0...most, using: &random)
      host.run(until: host.loop.now + pause)
      users.randomElement(using: &random)?.act()
    }
    for user in users { user.end() }
    host.settle()
    for user in users { user.check() }
    #expect(host.memory.ledger.peakBytes <= host.memory.budget)
    host.memory.rebalance()
    let kept = users.filter { $0.animator.shownFrame(at: host.loop.now) != nil }.count
    #expect(host.memory.ledger.bytes == kept * 32)
    for user in users { user.animator.fill = .clear }
    host.settle()
    #expect(host.memory.isIdle && host.memory.ledger.bytes == 0)
    #expect(host.complaints == [])
  }

  @Test(
    "the same with frames that are bad or late: nothing hangs, nothing is left", arguments: 1...150)
  func bears(seed: Int) throws {
    var random = RandomSource(seed: UInt64(seed))
    let frames = Int.random(in: 2...30, using: &random)
    let host = try TestHost(budget: frames * 32, workers: Int.random(in: 1...3, using: &random))
    host.screenSize = PixelSize(width: 4, height: 2)
    host.period = random.pick(nil, 16_666_667)
    host.loop.holdsTime = { false }
    let gate = Gate()
    let users = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      AnimatorUser(host, seed: random.next(), gate: gate)
    }
    for _ in 0..<Int.random(in: 20...120, using: &random) {
      let most: Int64 = random.pick(1, 1000, 400_000_000)
      host.run(until: host.loop.now + Int64.random(in: 0...most, using: &random))
      gate.open(frames: Int.random(in: 0...6, using: &random))
      users.randomElement(using: &random)?.act()
      if random.once(in: 40) { host.memory.relieve() }
    }
    for user in users { user.end() }
    gate.open(frames: 100_000)
    for user in users { user.animator.fill = .clear }
    host.holdTimeForDecoders()
    host.settle()
    for user in users { user.check() }
    #expect(host.memory.isIdle && host.memory.ledger.bytes == 0)
    #expect(host.memory.ledger.peakBytes <= host.memory.budget)
  }
}
