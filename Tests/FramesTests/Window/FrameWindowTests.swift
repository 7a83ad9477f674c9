import Frames
import Pixels
import Synchronization
import Testing
import Timing

@Suite("The frame window", .timeLimit(.minutes(1)))
struct FrameWindowTests {
  @Test("A sequence that fits is decoded once, over loops and turns")
  func decodesOnce() {
    let stage = Stage(count: 12)
    let window = stage.window(budget: 12 * Stage.frameBytes + 64, workers: 3)
    for round in 0..<5 {
      for step in 0..<12 {
        let index = round.isMultiple(of: 2) ? step : 11 - step
        window.setPlayhead(
          PlayheadPlan(index: index, direction: round.isMultiple(of: 2) ? .forwards : .backwards))
        #expect(stage.waitForPicture(window, index) == UInt8(index))
      }
    }
    stage.waitForRest(window)
    #expect(stage.decodeCounts == Array(repeating: 1, count: 12))
    #expect(window.statistics.heldFrames == 12)
    window.close()
  }

  @Test(
    "Playing a sequence that does not fit stays within the budget", arguments: CacheMode.allCases)
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
    #expect(stage.peakLiveBytes <= budget)
    let notices = window.collect()
    #expect(notices.isEmpty == (cache != .all))
    window.close()
  }
}
