import Frames
import Layers
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

/// Frames that a test lets through one by one, on a clock that does not wait for them.
@Suite("Frames that are not ready in time", .timeLimit(.minutes(1))) struct AnimatorLateTests {
  private let host: TestHost
  private let gate = Gate()
  private let animator: FrameAnimator
  private let diary: Diary

  init() throws {
    host = try TestHost()
    host.loop.holdsTime = { false }
    animator = FrameAnimator(count: 6, makeWorker: { [gate] in GatedWorker(gate) }, host: host)
    animator.duration = .milliseconds(600)
    animator.repeatCount = 1
    diary = Diary(animator, host)
  }

  private func ms(_ time: Int64) -> Int64 { time * millisecond }

  /// Lets time pass up to a moment, then as many frames through as are given, at that moment.
  private func run(until time: Int64, thenDecode frames: Int = 0) {
    host.run(until: ms(time))
    let decoded = animator.statistics.decodedFrames + frames
    gate.open(frames: frames)
    // The clock stands still while the worker works. Its bell may come later, when this clock would
    // have gone on: the animator is told to look.
    while animator.statistics.decodedFrames < decoded { host.run(until: ms(time)) }
    if frames > 0 { animator.advance() }
    host.run(until: ms(time))
  }

  @Test("the first is waited for: time begins with it") func first() {
    animator.start()
    run(until: 70, thenDecode: 2)
    run(until: 150)
    #expect(diary.told == [.start(ms(70)), .frame(0, ms(70))])
    run(until: 200)
    #expect(diary.frames == [0, 1] && diary.told.last == .frame(1, ms(170)))
    gate.open(frames: 10)
  }

  @Test("drop: a late frame is told when it is there, those whose time has passed are left out")
  func drops() {
    animator.start()
    run(until: 0, thenDecode: 1)
    run(until: 130, thenDecode: 1)
    #expect(animator.seen(at: ms(130)) == 1)
    // The frames 2 and 3 come when 3 is due; 3 is shown.
    run(until: 350, thenDecode: 2)
    run(until: 420)
    #expect(
      diary.told == [
        .start(0), .frame(0, 0), .frame(1, ms(130)), .frame(3, ms(350)),
      ])
    #expect(animator.index == 3)
    // The last frame is waited for: it is the one to stay.
    run(until: 900, thenDecode: 2)
    #expect(diary.told.suffix(2) == [.frame(5, ms(900)), .stop(true, ms(900))])
  }

  @Test("drop: the latest of those that were due stands in for one that is not there")
  func standsIn() {
    animator.start()
    run(until: 0, thenDecode: 1)
    // 1 comes when 2 has become due.
    run(until: 200)
    #expect(diary.frames == [0])
    run(until: 230, thenDecode: 1)
    #expect(diary.told.last == .frame(1, ms(230)))
    // Rest is on the frame that is seen.
    run(until: 320)
    animator.pause()
    run(until: 350, thenDecode: 4)
    #expect(animator.index == 1 && diary.frames == [0, 1])
    animator.resume()
    run(until: 351)
    #expect(diary.told.last == .frame(2, ms(350) + 1))
  }

  @Test("slow: time waits, every frame is shown for its time") func slow() {
    animator.late = .slow
    animator.start()
    run(until: 0, thenDecode: 1)
    run(until: 250)
    #expect(diary.frames == [0] && animator.seen(at: ms(250)) == 0)
    #expect(animator.nextChange(after: ms(250)) == nil)
    run(until: 250, thenDecode: 2)
    run(until: 500)
    run(until: 520, thenDecode: 3)
    run(until: 2000)
    #expect(
      diary.told == [
        .start(0), .frame(0, 0), .frame(1, ms(250)), .frame(2, ms(350)), .frame(3, ms(520)),
        .frame(4, ms(620)), .frame(5, ms(720)), .stop(true, ms(820)),
      ])
  }

  @Test("slow: a rest, a turn and a stop while time waits") func slowMoves() {
    animator.late = .slow
    animator.start()
    run(until: 0, thenDecode: 2)
    run(until: 250)
    animator.pause()
    run(until: 300)
    animator.resume()
    run(until: 320)
    #expect(diary.frames == [0, 1])
    animator.isReversed = true
    run(until: 500)
    // It was at the end of frame 1: all of it again, then back.
    #expect(diary.told.last == .frame(0, ms(420) - 1))
    animator.isReversed = false
    animator.stop(at: .frame(2), within: .milliseconds(300))
    run(until: 900)
    #expect(diary.told.suffix(2) == [.frame(1, ms(580) + 1), .stop(false, ms(800))])
    gate.open(frames: 10)
  }

  @Test("a limit does not wait for frames") func limit() {
    animator.start()
    animator.stop(at: .cycleEnd, within: .milliseconds(50))
    run(until: 200)
    #expect(diary.told == [.start(ms(50)), .stop(false, ms(50))])
    gate.open(frames: 10)
  }

  @Test("a jump waits for its frame, and what was shown stays up") func jump() {
    animator.start()
    run(until: 0, thenDecode: 1)
    run(until: 50)
    animator.index = 4
    run(until: 250)
    #expect(animator.seen(at: ms(250)) == 0 && animator.index == 4 && diary.frames == [0])
    // A worker has begun with frame 1; then comes frame 4.
    run(until: 260, thenDecode: 2)
    run(until: 300)
    #expect(diary.told.last == .frame(4, ms(260)))
    gate.open(frames: 10)
  }
}
