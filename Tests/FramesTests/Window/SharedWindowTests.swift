import Glibc
import Pixels
import Testing
import Timing

@testable import Frames

@Suite("Windows that share a budget", .timeLimit(.minutes(1))) struct SharedWindowTests {
  @Test("another budget is kept at once, and a larger one is used") func resizes() {
    var rig = PolicyRig(
      costs: WindowPolicyTests.even(100), budget: 1010, plan: PlayheadPlan(index: 50))
    rig.rest()
    #expect(rig.held.count == 10)
    rig.resize(to: 420)
    #expect(rig.policy.usedBytes <= 420)
    rig.rest()
    #expect(rig.held == Set(50...53))
    rig.resize(to: 2010)
    rig.rest()
    #expect(rig.held.count == 20)
    #expect(rig.refused == [])
  }

  @Test("a frame that takes more than the budget waits for more, up to the ceiling") func ceiling()
  {
    var costs = WindowPolicyTests.even(6)
    costs[2] = DecodeCost(resultBytes: 700, peakBytes: 700)
    costs[3] = DecodeCost(resultBytes: 900, peakBytes: 900)
    var rig = PolicyRig(costs: costs, budget: 500, plan: PlayheadPlan(index: 2))
    rig.resize(to: 500, ceiling: 800)
    rig.rest()
    #expect(rig.policy.isStarved(2) && rig.refused == [])
    rig.move(PlayheadPlan(index: 3))
    rig.rest()
    #expect(rig.refused == [3])
    rig.move(PlayheadPlan(index: 2))
    rig.resize(to: 800, ceiling: 800)
    rig.rest()
    #expect(rig.held.contains(2) && !rig.policy.isStarved(2))
    // Given up hope of.
    rig.resize(to: 500, ceiling: 500)
    rig.rest()
    #expect(rig.refused.contains(2))
    // More than was ever hoped for: what was refused is tried again.
    rig.resize(to: 3000, ceiling: 3000)
    rig.rest()
    #expect(rig.held == Set(0..<6))
  }

  @Test("a budget that was lowered for a time grows to what the frame on screen needs")
  func shrunk() {
    var costs = WindowPolicyTests.even(20)
    costs[10] = DecodeCost(resultBytes: 600, peakBytes: 700)
    var rig = PolicyRig(costs: costs, budget: 1000)
    rig.measure()
    rig.finish(at: 0)
    rig.shrink(to: 300)
    rig.move(PlayheadPlan(index: 10))
    rig.rest()
    #expect(rig.held.contains(10) && rig.policy.budget == 700)
    #expect(rig.refused == [])
  }

  @Test("what a window needs is told once a frame was looked at") func need() {
    var rig = PolicyRig(costs: WindowPolicyTests.even(10), budget: 2000, workers: 2)
    #expect(rig.policy.need == nil)
    rig.measure()
    let cost = WindowPolicyTests.even(1)[0]
    let making = 2 * (cost.peakBytes - cost.resultBytes)
    #expect(
      rig.policy.need
        == FrameWindow.Need(least: 2 * cost.peakBytes, most: 10 * cost.resultBytes + making))
    var single = PolicyRig(costs: WindowPolicyTests.even(10), budget: 2000, mode: .none)
    single.measure()
    #expect(
      single.policy.need == FrameWindow.Need(least: 2 * cost.peakBytes, most: 3 * cost.peakBytes))
  }

  @Test("left, a window is gone once its workers have ended and its pictures are free")
  func leaves() {
    let stage = Stage(count: 4)
    let ledger = MemoryLedger()
    let window = stage.window(budget: 100 * Stage.frameBytes, ledger: ledger)
    stage.waitForRest(window)
    #expect(ledger.bytes == 4 * Stage.frameBytes && window.usedBytes == ledger.bytes)
    var kept: FittedPicture?
    if case .ready(let picture) = window.frame(1) { kept = picture }
    #expect(window.picture(of: 1)?.picture === kept?.picture)
    window.leave()
    window.leave()
    while window.isEnding { stage.wait() }
    #expect(!window.isGone && window.keptBytes == Stage.frameBytes)
    #expect(ledger.bytes == Stage.frameBytes)
    #expect(window.picture(of: 1) == nil && window.picture(of: 0) == nil)
    #expect(kept?.picture.bitmap.withBytes { $0.first } == 1)
    kept = nil
    #expect(window.isGone && ledger.bytes == 0)
    #expect(stage.decodeCounts == [1, 1, 1, 1])
    #expect(ledger.peakBytes <= 100 * Stage.frameBytes)
  }

  @Test("shrunk for a time and restored, it holds as much as before") func restores() {
    let stage = Stage(count: 20)
    let window = stage.window(budget: 20 * Stage.frameBytes + 64)
    stage.waitForRest(window)
    window.shrink(to: 4 * Stage.frameBytes + 16)
    stage.waitForRest(window)
    #expect(window.statistics.heldFrames == 4)
    window.restore(to: 20 * Stage.frameBytes + 64)
    stage.waitForRest(window)
    #expect(window.statistics.heldFrames == 20)
    #expect(window.statistics.peakBytes <= 20 * Stage.frameBytes + 64)
  }

  @Test("a window on nothing but bad frames is hopeless, and only then") func hopeless() {
    for bad: Set<Int> in [[0, 1], [0, 1, 2]] {
      let stage = Stage(count: 3, bad: bad)
      let window = stage.window(budget: 100 * Stage.frameBytes)
      stage.waitForRest(window)
      #expect(window.isHopeless == (bad.count == 3))
    }
  }

  @Test("asked to, it wakes the loop for each frame") func wakes() {
    let stage = Stage(count: 8)
    let window = stage.window(budget: 2 * Stage.frameBytes + 16, workers: 1)
    stage.waitForRest(window)
    window.wakesForEach(true)
    // Nobody asked for these frames: without being woken for them this would wait for ever.
    for index in [3, 6] {
      let before = window.statistics.decodedFrames
      window.setPlayhead(PlayheadPlan(index: index))
      while window.statistics.decodedFrames == before { stage.wait() }
    }
  }

  @Test("the loop hears that a frame wants more memory, however early a worker found out")
  func starvation() {
    let stage = Stage(count: 1)
    let window = stage.window(budget: 1, ceiling: 1 << 20)
    defer { window.close() }
    // The worker has looked at the frame before anybody waits for it.
    while window.need == nil { sched_yield() }
    guard case .pending = window.frame(0) else {
      Issue.record("a frame without memory")
      return
    }
    stage.wait()
    #expect(window.isStarved)
    window.resize(to: 1 << 20)
    #expect(stage.waitForPicture(window, 0) == 0)
  }
}
