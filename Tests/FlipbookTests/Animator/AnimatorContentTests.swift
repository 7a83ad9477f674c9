import Frames
import Layers
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("What an animator shows", .timeLimit(.minutes(1))) struct AnimatorContentTests {
  private let host: TestHost
  private let animator: FrameAnimator
  private let diary: Diary
  private let bounds = PixelSize(width: 40, height: 20)

  init() throws {
    host = try TestHost()
    animator = FrameAnimator.drawn(4, on: host, seconds: 0.4)
    diary = Diary(animator, host)
  }

  private func ms(_ time: Int64) -> Int64 { time * millisecond }

  private func still() -> Picture {
    var bitmap = Bitmap(size: PixelSize(width: 1, height: 1), format: .xrgb8888)
    bitmap.withMutableBytes { bytes in
      for place in bytes.indices { bytes[place] = 77 }
    }
    return Picture(bitmap)
  }

  /// What is seen before, while and after it plays once.
  private func seen(_ fill: FrameAnimator.Fill) -> [Int?] {
    animator.fill = fill
    animator.still = still()
    animator.repeatCount = 1
    animator.willBeShown(size: bounds, mode: .scaleToFill)
    host.settle()
    var seen = [animator.seen(at: 0)]
    animator.start()
    seen.append(animator.seen(at: 0))
    for time in [50, 150, 400, 401, 900] as [Int64] {
      host.run(until: ms(time))
      seen.append(animator.seen(at: ms(time)))
    }
    return seen
  }

  @Test("the last frame is held: no jump at the end") func hold() {
    #expect(seen(.hold) == [0, 0, 0, 1, 3, 3, 3])
    #expect(animator.isReady && animator.index == 3)
  }

  @Test("the still picture, before and after") func stillPicture() {
    #expect(seen(.still) == [77, 77, 0, 1, 3, 77, 77])
  }

  @Test("nothing, before and after") func clear() {
    #expect(seen(.clear) == [nil, nil, 0, 1, 3, nil, nil])
  }

  @Test("before a run the frame is shown that it would begin at") func poster() {
    animator.isReversed = true
    #expect(!animator.isReady)
    animator.willBeShown(size: bounds, mode: .scaleToFill)
    host.settle()
    #expect(animator.seen(at: 0) == 3 && animator.isReady)
    animator.index = 1
    host.settle()
    #expect(animator.seen(at: 0) == 1)
    #expect(diary.told == [])
    // Only the picture that is up is kept.
    #expect(animator.statistics.heldBytes == 0)
    animator.fill = .clear
    #expect(animator.image(at: 0) == nil)
  }

  @Test("for a vblank to come it gives the frame that is due then, and tells of it in its time")
  func ahead() {
    animator.start()
    host.run(until: ms(90))
    #expect(animator.seen(at: ms(99)) == 0 && animator.shownFrame(at: ms(99))?.index == 0)
    #expect(animator.seen(at: ms(100)) == 1 && animator.shownFrame(at: ms(100))?.index == 1)
    #expect(animator.nextChange(after: ms(90)) == ms(100))
    #expect(animator.nextChange(after: ms(100)) == ms(200))
    #expect(animator.index == 0 && diary.frames == [0])
    // Times may come out of order.
    #expect(animator.seen(at: ms(95)) == 0)
    host.run(until: ms(150))
    #expect(diary.told == [.start(0), .frame(0, 0), .frame(1, ms(100))])
  }

  @Test("the end is seen ahead too", arguments: FrameAnimator.Fill.allCases)
  func endAhead(fill: FrameAnimator.Fill) {
    animator.fill = fill
    animator.still = still()
    animator.repeatCount = 1
    animator.start()
    host.run(until: ms(390))
    let after: Int? = fill == .hold ? 3 : fill == .still ? 77 : nil
    #expect(animator.seen(at: ms(399)) == 3)
    #expect(animator.seen(at: ms(400)) == after)
    #expect(animator.shownFrame(at: ms(400))?.index == (fill == .hold ? 3 : nil))
    #expect(animator.nextChange(after: ms(390)) == ms(400))
    #expect(animator.nextChange(after: ms(400)) == nil)
    animator.stop(at: .frame(0), within: .milliseconds(5))
    #expect(animator.seen(at: ms(394)) == 3)
    #expect(animator.seen(at: ms(395)) == after)
  }

  @Test("what was given out for a vblank to come stays, whatever is asked before it")
  func keepsItsWord() {
    animator.start()
    host.run(until: ms(90))
    #expect(animator.seen(at: ms(105)) == 1)
    animator.pause()
    // Its change is told before the rest, for it will be seen.
    #expect(animator.index == 1 && animator.seen(at: ms(105)) == 1)
    #expect(diary.told == [.start(0), .frame(0, 0), .frame(1, ms(90))])
    host.run(until: ms(300))
    animator.resume()
    host.run(until: ms(400))
    // Five milliseconds of it were given when the rest began.
    #expect(diary.told.last == .frame(2, ms(395)))
    #expect(animator.seen(at: ms(500)) == 3)
    animator.isReversed = true
    host.run(until: ms(700))
    #expect(diary.told.suffix(3) == [.frame(3, ms(400)), .frame(2, ms(505)), .frame(1, ms(605))])
    #expect(animator.seen(at: ms(705)) == 0)
    animator.stop()
    #expect(diary.told.suffix(2) == [.frame(0, ms(700)), .stop(false, ms(700))])
    #expect(animator.seen(at: ms(705)) == 0)
  }

  @Test("frames keep step with vblanks: a run begins at one") func vblanks() {
    host.period = ms(16)
    host.at(ms(5)) { animator.start() }
    host.at(ms(130)) { animator.pause() }
    host.at(ms(140)) { animator.resume() }
    host.run(until: ms(300))
    #expect(
      diary.told == [
        .start(ms(5)), .frame(0, ms(5)), .frame(1, ms(116)),
        // 14 ms of it before the rest; it goes on at 144 ms.
        .frame(2, ms(230)),
      ])
  }

  @Test("on a dark screen a run begins with the first picture on it") func darkScreen() {
    host.firstPictureDelay = ms(40)
    animator.start()
    host.at(ms(20)) {
      #expect(animator.seen(at: ms(20)) == 0 && animator.isReady)
      #expect(diary.told == [])
    }
    host.run(until: ms(200))
    #expect(diary.told == [.start(ms(40)), .frame(0, ms(40)), .frame(1, ms(140))])
  }

  @Test("stopped on a dark screen it tells start and stop") func stopsOnDarkScreen() {
    host.firstPictureDelay = ms(40)
    animator.start()
    host.at(ms(20)) { animator.stop() }
    host.run(until: ms(200))
    #expect(diary.told == [.start(ms(20)), .stop(false, ms(20))])
  }

  @Test("says when something else is to be drawn, and only then") func saysChanges() {
    animator.willBeShown(size: bounds, mode: .scaleToFill)
    animator.start()
    host.run(until: ms(50))
    let before = host.changes
    host.run(until: ms(90))
    #expect(host.changes == before)
    host.run(until: ms(150))
    #expect(host.changes == before + 1)
    animator.stop()
    #expect(host.changes == before + 2)
    let wakeUps = host.loop.wakeUps
    host.run(until: ms(5000))
    // At rest nothing is done: these are the test's own.
    #expect(host.loop.wakeUps - wakeUps < 10)
  }
}
