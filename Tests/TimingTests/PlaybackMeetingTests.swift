import TestSupport
import Testing
import Timing

@Suite("When a playback meets a frame or a cycle's end") struct PlaybackMeetingTests {
  private static let tenth: Int64 = 100_000_000

  private func playback(
    _ count: Int, repeats: RepeatCount = .forever, autoreverses: Bool = false,
    isReversed: Bool = false
  ) -> Playback {
    var playback = Playback(
      frameCount: count, rate: FrameRate(numerator: 10, denominator: 1), repeatCount: repeats,
      isReversed: isReversed, autoreverses: autoreverses)
    playback.start(at: 0)
    return playback
  }

  @Test("tells the end of the present cycle") func cycles() {
    let tenth = Self.tenth
    let loop = playback(5)
    #expect(loop.time(ofCycleEndAfter: 0) == 5 * tenth)
    #expect(loop.time(ofCycleEndAfter: 5 * tenth - 1) == 5 * tenth)
    #expect(loop.time(ofCycleEndAfter: 5 * tenth) == 10 * tenth)
    #expect(playback(5, isReversed: true).time(ofCycleEndAfter: 1) == 5 * tenth)
    #expect(playback(5, autoreverses: true).time(ofCycleEndAfter: 1) == 8 * tenth)
    let partial = playback(5, repeats: 1.5)
    #expect(partial.time(ofCycleEndAfter: 6 * tenth) == 75 * tenth / 10)
    #expect(partial.time(ofCycleEndAfter: 8 * tenth) == nil)
    var back = loop
    back.reverse(at: 7 * tenth + 1)
    #expect(back.time(ofCycleEndAfter: 7 * tenth + 1) == 9 * tenth + 2)
    var resting = loop
    resting.stop(at: 5)
    #expect(resting.time(ofCycleEndAfter: 6) == nil)
  }

  @Test("tells when a frame is entered") func entering() {
    let tenth = Self.tenth
    let loop = playback(5)
    #expect(loop.time(enteringFrame: 3, after: 0) == 3 * tenth)
    #expect(loop.time(enteringFrame: 0, after: 0) == 5 * tenth)
    #expect(loop.time(enteringFrame: 3, after: 3 * tenth) == 8 * tenth)
    #expect(loop.time(enteringFrame: 5, after: 0) == nil)
    #expect(playback(1).time(enteringFrame: 0, after: 0) == nil)
    #expect(playback(5, repeats: 1).time(enteringFrame: 0, after: 0) == nil)
    #expect(playback(5, isReversed: true).time(enteringFrame: 3, after: 0) == tenth)
    let swing = playback(5, autoreverses: true)
    #expect(swing.time(enteringFrame: 3, after: 35 * tenth / 10) == 5 * tenth)
    #expect(swing.time(enteringFrame: 0, after: tenth) == 8 * tenth)
  }

  @Test("agrees with following the frames one by one", arguments: 0..<40)
  func walk(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    var head = playback(
      Int.random(in: 2...6, using: &random), repeats: seed % 2 == 0 ? 3.3 : .forever,
      autoreverses: seed % 3 == 0, isReversed: seed % 5 == 0)
    if seed % 4 == 1 { head.setSpeed(0.7, at: 3 * Self.tenth) }
    var time = Int64.random(in: 0...(9 * Self.tenth), using: &random)
    if seed % 7 < 3 { head.reverse(at: time) }
    time += Int64.random(in: 0...Self.tenth, using: &random)
    for frame in 0..<head.frameCount {
      var walked = time
      var found: Int64?
      for _ in 0..<(2 * head.cycleSteps) {
        guard let next = head.nextChange(after: walked), !head.position(at: next).hasEnded else {
          break
        }
        walked = next
        if head.position(at: next).frame == frame {
          found = next
          break
        }
      }
      #expect(head.time(enteringFrame: frame, after: time) == found)
    }
    if let end = head.time(ofCycleEndAfter: time) {
      let before = head.position(at: end - 1)
      #expect(before.iteration == head.position(at: time).iteration)
      let at = head.position(at: end)
      #expect(at.hasEnded || head.position(at: end + 1).iteration != before.iteration)
    }
  }
}
