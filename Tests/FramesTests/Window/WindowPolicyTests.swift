import Testing
import Timing

@testable import Frames

@Suite("The window's policy")
struct WindowPolicyTests {
  /// Frames that take 100 bytes, and 110 while they are decoded.
  static func even(_ count: Int) -> [DecodeCost] {
    Array(repeating: DecodeCost(resultBytes: 100, peakBytes: 110), count: count)
  }

  @Test("The head's frame is given out first and alone until its size is known")
  func firstFrameFirst() {
    var rig = PolicyRig(
      costs: Self.even(9), budget: 1000, workers: 3, plan: PlayheadPlan(index: 4))
    #expect(rig.given == [4])
    rig.measure()
    #expect(rig.decoding == [4])
    #expect(rig.given == [5, 6])
  }

  @Test("The window lies ahead of the head and a little behind, and turns round")
  func followsDirection() {
    var rig = PolicyRig(
      costs: Self.even(100), budget: 1010, plan: PlayheadPlan(index: 50))
    rig.rest()
    #expect(rig.held == Set(49...58))
    rig.move(PlayheadPlan(index: 50, direction: .backwards))
    rig.rest()
    #expect(rig.held == Set(42...51))
  }

  @Test("The window wraps at the ends of a loop, and not of a single run")
  func wraps() {
    var loop = PolicyRig(costs: Self.even(100), budget: 610, plan: PlayheadPlan(index: 98))
    loop.rest()
    #expect(loop.held == [97, 98, 99, 0, 1, 2])
    var once = PolicyRig(
      costs: Self.even(100), budget: 610, plan: PlayheadPlan(index: 98, kind: .once))
    once.rest()
    #expect(once.held == Set(94...99))
  }

  @Test("A bounce wants what comes after the turn")
  func bounces() {
    var rig = PolicyRig(
      costs: Self.even(100), budget: 610, plan: PlayheadPlan(index: 98, kind: .bounce))
    rig.rest()
    #expect(rig.held == Set(94...99))
  }

  @Test("What follows a step is one decode and one drop")
  func slides() {
    var rig = PolicyRig(costs: Self.even(100), budget: 1010)
    rig.rest()
    for index in 1..<300 {
      let before = rig.decodeCounts.reduce(0, +)
      rig.move(PlayheadPlan(index: index % 100))
      rig.rest()
      #expect(rig.decodeCounts.reduce(0, +) - before <= 2)
    }
    #expect(rig.decodeCounts.reduce(0, +) < 330)
    #expect(rig.policy.peakBytes <= 1010)
  }

  @Test("Without a cache only the frame on screen and the next are held")
  func noCache() {
    var rig = PolicyRig(costs: Self.even(20), budget: 10_000, mode: .none, workers: 4)
    for index in 0..<50 {
      rig.move(PlayheadPlan(index: index % 20))
      #expect(rig.held.isSubset(of: [index % 20, (index + 1) % 20]))
      rig.rest()
      #expect(rig.held == [index % 20, (index + 1) % 20])
    }
  }

  @Test("A frame that alone takes more than the budget is refused, once, and the rest plays")
  func refusesLargeFrame() {
    var costs = Self.even(6)
    costs[2] = DecodeCost(resultBytes: 100, peakBytes: 5000)
    var rig = PolicyRig(costs: costs, budget: 2000)
    for round in 0..<20 {
      rig.move(PlayheadPlan(index: round % 6))
      rig.rest()
    }
    #expect(rig.refused == [2])
    #expect(rig.held == [0, 1, 3, 4, 5])
    #expect(rig.policy.status[2] == .bad)
  }

  @Test("A bad frame is tried once, and again when asked for")
  func remembersBadFrames() {
    var rig = PolicyRig(costs: Self.even(4), budget: 1000)
    rig.measure()
    rig.finish(at: 0, isBad: true)
    rig.rest()
    rig.move(PlayheadPlan(index: 0, direction: .backwards))
    rig.rest()
    #expect(rig.decodeCounts == [0, 1, 1, 1])
    rig.retry()
    rig.rest()
    #expect(rig.decodeCounts == [1, 1, 1, 1])
  }

  @Test("A seek takes back what no worker has begun with")
  func cancels() {
    var rig = PolicyRig(costs: Self.even(100), budget: 1010)
    rig.rest()
    rig.move(PlayheadPlan(index: 1))
    #expect(rig.given == [9])
    rig.move(PlayheadPlan(index: 60))
    #expect(rig.given == [60])
  }

  @Test("A lowered budget is kept at once, dropping what is wanted least")
  func shrinks() {
    var rig = PolicyRig(costs: Self.even(100), budget: 1010, plan: PlayheadPlan(index: 50))
    rig.rest()
    rig.shrink(to: 420)
    #expect(rig.policy.usedBytes <= 420)
    rig.rest()
    #expect(rig.held == Set(50...53))
    rig.shrink(to: 5000)
    #expect(rig.policy.budget == 420)
  }

  @Test("Pictures that the loop still uses count against the budget")
  func countsOutsideBytes() {
    var rig = PolicyRig(costs: Self.even(10), budget: 430)
    rig.rest()
    #expect(rig.held.count == 4)
    rig.use(outside: 100)
    #expect(rig.policy.usedBytes <= 430)
    rig.rest()
    #expect(rig.held.count == 3)
    rig.use(outside: 0)
    rig.rest()
    #expect(rig.held.count == 4)
  }

  @Test("A sequence that does not fit is noticed, and one that fits is not")
  func noticesOverflow() {
    var small = PolicyRig(costs: Self.even(9), budget: 910, mode: .all, workers: 2)
    small.rest()
    #expect(!small.policy.hasOverflowed)
    #expect(small.held.count == 9)
    var large = PolicyRig(costs: Self.even(10), budget: 910, mode: .all, workers: 2)
    large.rest()
    #expect(large.policy.hasOverflowed)
  }
}
