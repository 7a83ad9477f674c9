import Testing
import Timing

@testable import Flipbook

@Suite("A frame animator's runs", .timeLimit(.minutes(1))) struct AnimatorRunTests {
  @Test("start, frames at their nominal times and the end, to the nanosecond") func once() throws {
    let host = try TestHost()
    let animator = FrameAnimator.drawn(3, on: host, seconds: 0.1)
    animator.repeatCount = 1
    let diary = Diary(animator, host)
    host.at(5) { animator.start(context: "boot") }
    host.run(until: 1000 * millisecond)
    #expect(
      diary.told == [
        .start(5, "boot"), .frame(0, 5), .frame(1, 33_333_339), .frame(2, 66_666_672),
        .stop(true, 100_000_005, "boot"),
      ])
    #expect(!animator.isAnimating && animator.index == 2)
    #expect(
      host.events == [
        .start(animation: animator.id, time: 5),
        .stop(animation: animator.id, finished: true, time: 100_000_005),
      ])
  }
}
