import Frames
import Pixels
import TestSupport
import Testing
import Timing

@Suite("The frame window", .timeLimit(.minutes(1)))
struct FrameWindowTests {
  @Test("A sequence that fits is decoded once, over loops and turns")
  func decodesOnce() {
    let stage = Stage(count: 12)
    let window = stage.window(budget: 12 * Stage.frameBytes + 64, workers: 3)
    for round in 0..<5 {
      let direction: Direction = round.isMultiple(of: 2) ? .forwards : .backwards
      for step in 0..<12 {
        let index = direction == .forwards ? step : 11 - step
        window.setPlayhead(PlayheadPlan(index: index, direction: direction))
        #expect(stage.waitForPicture(window, index) == UInt8(index))
      }
    }
    stage.waitForRest(window)
    #expect(stage.decodeCounts == Array(repeating: 1, count: 12))
    #expect(window.statistics.heldFrames == 12)
    #expect(window.statistics.decodedFrames == 12)
  }

  @Test("A sequence that does not fit stays within the budget", arguments: CacheMode.allCases)
  func slides(cache: CacheMode) {
    let stage = Stage(count: 40)
    let budget = 6 * Stage.frameBytes
    let window = stage.window(budget: budget, cache: cache, workers: 2)
    for step in 0..<200 {
      window.setPlayhead(PlayheadPlan(index: step % 40))
      #expect(stage.waitForPicture(window, step % 40) == UInt8(step % 40))
    }
    stage.waitForRest(window)
    #expect(window.statistics.peakBytes <= budget)
    #expect(stage.peakReservedBytes <= budget)
    #expect(window.statistics.heldFrames == (cache == .none ? 2 : 5))
    // How many are held when it is noticed depends on when each worker gets its turn.
    let notices = window.collect()
    #expect(notices.count == (cache == .all ? 1 : 0))
    for notice in notices {
      guard case .exceedsBudget(0...5, 40, budget) = notice else {
        Issue.record("\(notice)")
        return
      }
    }
  }

  @Test("With one worker it is told how many are held when not all fit") func overflow() {
    let stage = Stage(count: 40)
    let window = stage.window(budget: 6 * Stage.frameBytes, cache: .all, workers: 1)
    stage.waitForRest(window)
    #expect(
      window.collect()
        == [.exceedsBudget(heldFrames: 5, frames: 40, budget: 6 * Stage.frameBytes)])
  }

  @Test("Wandering at random, the loop gets every frame it waits for", arguments: 1...6)
  func wanders(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let stage = Stage(count: 30, bad: [3, 17])
    let budget = Int.random(in: 3...12, using: &random) * Stage.frameBytes
    let window = stage.window(budget: budget, workers: Int.random(in: 1...4, using: &random))
    var plan = PlayheadPlan(index: 0, kind: .bounce)
    for _ in 0..<400 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: plan.index = Int.random(in: 0..<30, using: &random)
      case 1: plan.direction = plan.direction.reversed
      default: plan = plan.advanced(by: 1, of: 30) ?? plan
      }
      window.setPlayhead(plan)
      let isBad = plan.index == 3 || plan.index == 17
      #expect(stage.waitForPicture(window, plan.index) == (isBad ? nil : UInt8(plan.index)))
    }
    stage.waitForRest(window)
    #expect(window.statistics.peakBytes <= budget)
    #expect(stage.peakReservedBytes <= budget)
    #expect(stage.decodeCounts[3] <= 1 && stage.decodeCounts[17] <= 1)
  }

  @Test("A bad frame is named once, by index and file")
  func namesBadFrames() {
    let stage = Stage(count: 5, bad: [2])
    let window = stage.window(budget: 10 * Stage.frameBytes)
    for step in 0..<15 {
      window.setPlayhead(PlayheadPlan(index: step % 5))
      _ = stage.waitForPicture(window, step % 5)
    }
    stage.waitForRest(window)
    #expect(
      window.collect() == [.badFrame(index: 2, name: "2.png", reason: "its data ends early")])
    #expect(window.collect() == [])
    #expect(window.statistics.badFrames == 1)
    guard case .bad("its data ends early") = window.frame(2) else {
      Issue.record("frame 2 is not bad")
      return
    }
  }

  @Test("A frame larger than the budget is bad, and the sentence says what to do")
  func refusesLargeFrame() throws {
    let stage = Stage(count: 1)
    let window = stage.window(budget: Stage.frameBytes - 1)
    #expect(stage.waitForPicture(window, 0) == nil)
    guard case .badFrame(0, "0.png", let reason) = try #require(window.collect().first) else {
      Issue.record("it is not named")
      return
    }
    #expect(reason.contains("144 bytes") && reason.contains("127 bytes"))
    #expect(reason.contains("--budget"))
    #expect(stage.decodeCounts == [0])
  }

  @Test("A file that is held over a hole is decoded once")
  func holdsOverHoles() {
    let stage = Stage(count: 5)
    let frames = [0, 0, 0, 3, 4, 4].map { FrameReference(path: "stage/\($0).png") }
    let window = stage.window(budget: 10 * Stage.frameBytes, frames: frames)
    for index in 0..<6 {
      window.setPlayhead(PlayheadPlan(index: index))
      #expect(stage.waitForPicture(window, index) == [0, 0, 0, 3, 4, 4][index])
    }
    stage.waitForRest(window)
    #expect(stage.decodeCounts == [1, 0, 0, 1, 1])
  }

  @Test("A picture that the loop keeps counts against the budget until it lets go")
  func countsKeptPictures() {
    let stage = Stage(count: 20)
    let budget = 4 * Stage.frameBytes + 16
    let window = stage.window(budget: budget)
    _ = stage.waitForPicture(window, 0)
    var kept: FittedPicture?
    if case .ready(let picture) = window.frame(0) { kept = picture }
    window.setPlayhead(PlayheadPlan(index: 10))
    #expect(stage.waitForPicture(window, 10) == 10)
    stage.waitForRest(window)
    #expect(window.statistics.heldFrames == 3)
    #expect(kept?.picture.bitmap.withBytes { $0.first } == 0)
    kept = nil
    stage.waitForRest(window)
    #expect(window.statistics.heldFrames == 4)
    #expect(window.statistics.peakBytes <= budget)
  }

  @Test("A budget of one frame plays if the loop lets go, and says so if it does not")
  func obstruction() throws {
    let stage = Stage(count: 4)
    let window = stage.window(budget: Stage.frameBytes + 16)
    var kept: FittedPicture?
    for index in 0..<4 {
      window.setPlayhead(PlayheadPlan(index: index))
      #expect(stage.waitForPicture(window, index) == UInt8(index))
    }
    if case .ready(let picture) = window.frame(3) { kept = picture }
    for _ in 0..<2 {
      window.setPlayhead(PlayheadPlan(index: 0))
      #expect(stage.waitForPicture(window, 0) == nil)
    }
    #expect(kept?.picture.bitmap.withBytes { $0.first } == 3)
    let notices = window.collect()
    #expect(notices.count == 1)
    guard case .badFrame(0, "0.png", let reason)? = notices.first else { return }
    #expect(reason.contains("--budget"))
    kept = nil
    #expect(stage.waitForPicture(window, 0) == 0)
  }

  @Test("Under memory pressure the window shrinks, and still plays")
  func shrinks() {
    let stage = Stage(count: 20)
    let window = stage.window(budget: 20 * Stage.frameBytes + 64)
    stage.waitForRest(window)
    #expect(window.statistics.heldFrames == 20)
    window.shrink(to: 5 * Stage.frameBytes)
    #expect(window.statistics.heldFrames == 5)
    window.shrink(to: 0)
    #expect(window.statistics.heldFrames == 2)
    for index in 0..<20 {
      window.setPlayhead(PlayheadPlan(index: index))
      #expect(stage.waitForPicture(window, index) == UInt8(index))
    }
  }

  @Test("It starts where the head is, in the head's direction")
  func startsAtHead() {
    let stage = Stage(count: 20)
    let window = stage.window(
      budget: 2 * Stage.frameBytes + 16, workers: 1,
      playhead: PlayheadPlan(index: 7, direction: .backwards))
    stage.waitForRest(window)
    #expect(stage.decodeCounts.indices.filter { stage.decodeCounts[$0] > 0 } == [6, 7])
  }

  @Test("Closing ends it at once, decoding or not, and may be said twice")
  func closes() {
    for count in [1, 50] {
      let stage = Stage(count: count)
      let window = stage.window(budget: 100 * Stage.frameBytes, workers: 4)
      window.close()
      window.close()
      #expect(!stage.isDecoding)
    }
  }
}
