import TestSupport
import Testing
import Timing

@testable import Frames

@Suite("The window's policy, at random", .timeLimit(.minutes(2)))
struct WindowPolicyRandomTests {
  /// A play head that steps, seeks and turns.
  struct Head {
    let count: Int
    var plan: PlayheadPlan

    mutating func wander(_ random: inout RandomSource) {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: plan.index = Int.random(in: 0..<count, using: &random)
      case 1: plan.direction = plan.direction.reversed
      case 2: plan.kind = [.loop, .bounce, .once].randomElement(using: &random) ?? .loop
      default: plan = plan.advanced(by: 1, of: count) ?? plan.reversed
      }
    }
  }

  @Test("Never over budget, nothing twice, whatever happens", arguments: 1...24)
  func holdsTheBudget(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let count = Int.random(in: 1...60, using: &random)
    let costs = (0..<count).map { _ in
      let result = Int.random(in: 1...100, using: &random)
      return DecodeCost(
        resultBytes: result, peakBytes: result + Int.random(in: 0...60, using: &random))
    }
    let budget = Int.random(in: 60...3000, using: &random)
    var head = Head(
      count: count, plan: PlayheadPlan(index: Int.random(in: 0..<count, using: &random)))
    var rig = PolicyRig(
      costs: costs, budget: budget,
      mode: CacheMode.allCases.randomElement(using: &random) ?? .window,
      workers: Int.random(in: 1...8, using: &random), plan: head.plan)
    // What a lowered budget cannot take back at once: frames under way.
    var excess = 0
    for _ in 0..<2000 {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<30:
        head.wander(&random)
        rig.move(head.plan)
      case 30..<60: rig.measure()
      case 60..<95 where !rig.decoding.isEmpty:
        rig.finish(
          at: Int.random(in: 0..<rig.decoding.count, using: &random),
          isBad: Int.random(in: 0..<50, using: &random) == 0)
      case 95: rig.retry()
      case 96 where Int.random(in: 0..<10, using: &random) == 0:
        rig.shrink(to: Int.random(in: rig.policy.budget / 2...rig.policy.budget, using: &random))
        excess = max(0, rig.policy.usedBytes - rig.policy.budget)
        #expect(excess == 0 || rig.held.isEmpty)
      default: break
      }
      excess = min(excess, max(0, rig.policy.usedBytes - rig.policy.budget))
      #expect(rig.policy.usedBytes <= rig.policy.budget + excess)
      #expect(rig.realBytes <= rig.policy.budget + excess)
    }
    rig.rest()
    let isShown = rig.held.contains(head.plan.index) || rig.policy.status[head.plan.index] == .bad
    #expect(isShown, "seed \(seed): the frame on screen is missing though nothing is in the way")
  }

  @Test("A sequence that fits is decoded exactly once", arguments: 1...12)
  func decodesOnce(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let count = Int.random(in: 1...50, using: &random)
    let costs = (0..<count).map { _ in
      DecodeCost(resultBytes: Int.random(in: 1...100, using: &random), peakBytes: 120)
    }
    let budget = costs.reduce(120) { $0 + $1.resultBytes }
    var head = Head(count: count, plan: PlayheadPlan(index: 0))
    var rig = PolicyRig(
      costs: costs, budget: budget, mode: seed.isMultiple(of: 2) ? .window : .all,
      workers: Int.random(in: 1...6, using: &random))
    for _ in 0..<2000 {
      head.wander(&random)
      rig.move(head.plan)
      rig.measure()
      if !rig.decoding.isEmpty { rig.finish(at: 0) }
    }
    rig.rest()
    #expect(rig.decodeCounts == Array(repeating: 1, count: count))
  }

  /// A display and workers that keep time: each tick, workers go on and perhaps a frame is due.
  @Test("Never starving while decoding is fast enough", arguments: 1...24)
  func keepsUp(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let count = Int.random(in: 2...80, using: &random)
    let workers = Int.random(in: 1...6, using: &random)
    let ticksPerFrame = 10
    // Nine tenths of what the workers can do, with single frames taking up to that.
    let longest = ticksPerFrame * workers * 9 / 10
    let frames = workers + 3 + Int.random(in: 0...20, using: &random)
    var head = Head(count: count, plan: PlayheadPlan(index: 0))
    head.plan.kind = seed.isMultiple(of: 2) ? .loop : .bounce
    var rig = PolicyRig(
      costs: WindowPolicyTests.even(count), budget: frames * 100 + workers * 10, workers: workers,
      plan: head.plan)
    var ends: [Int: Int] = [:]
    var warmUp = 3 * frames
    for tick in 0..<12_000 {
      while rig.measure() {}
      for frame in rig.decoding where ends[frame] == nil {
        ends[frame] = tick + Int.random(in: longest / 2...longest, using: &random)
      }
      while let place = rig.decoding.firstIndex(where: { ends[$0, default: .max] <= tick }) {
        ends[rig.decoding[place]] = nil
        rig.finish(at: place)
      }
      guard tick % ticksPerFrame == 0 else { continue }
      // Now and then it turns round: the neighbour must be there at once, then it warms up again.
      let turns = warmUp == 0 && Int.random(in: 0..<100, using: &random) == 0
      if turns {
        head.plan.direction = head.plan.direction.reversed
      }
      head.plan = head.plan.advanced(by: 1, of: count) ?? head.plan
      rig.move(head.plan)
      let isHeld = rig.held.contains(head.plan.index)
      if warmUp == 0 && (!turns || frames > workers + 4) {
        #expect(isHeld, "seed \(seed), tick \(tick): frame \(head.plan.index) is late")
      }
      warmUp = turns ? 3 * frames : max(0, warmUp - 1)
    }
  }
}
