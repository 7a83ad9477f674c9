import Frames
import Layers
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("Driving a frame animator", .timeLimit(.minutes(1))) struct AnimatorDriveTests {
  private let host: TestHost
  private let animator: FrameAnimator
  private let diary: Diary

  init() throws {
    host = try TestHost()
    animator = FrameAnimator.drawn(11, on: host, seconds: 1.1)
    diary = Diary(animator, host)
  }

  private func at(_ time: Int64, _ body: @escaping () -> Void) {
    host.at(time * millisecond, body)
  }

  private func frames(_ frames: [(Int, Int64)]) -> [Told] {
    frames.map { .frame($0.0, $0.1 * millisecond) }
  }

  @Test("to a frame and a fraction, forwards and back, finished at the target") func there() {
    animator.play(to: .frame(2), context: "up")
    at(1000) { animator.play(to: .fraction(0.4)) }
    at(2000) { animator.play(to: .fraction(0), context: "down") }
    host.run(until: 5000 * millisecond)
    let up: [Told] =
      [.start(0, "up")] + frames([(0, 0), (1, 100), (2, 200)])
      + [.stop(true, 200 * millisecond, "up")]
    let on: [Told] =
      [.start(1000 * millisecond)] + frames([(2, 1000), (3, 1100), (4, 1200)])
      + [.stop(true, 1200 * millisecond)]
    let down: [Told] =
      [.start(2000 * millisecond, "down")]
      + frames([(4, 2000), (3, 2100), (2, 2200), (1, 2300), (0, 2400)])
      + [.stop(true, 2400 * millisecond, "down")]
    #expect(diary.told == up + on + down)
  }

  @Test("fractions are the nearest frames, and clamped") func fractions() {
    for (fraction, frame) in [(0.26, 3), (1, 10), (7, 10), (-1, 0), (.nan, 0)] {
      animator.index = frame
      animator.play(to: .fraction(fraction))
      let time = host.loop.now
      host.settle()
      #expect(diary.told.suffix(2) == [.frame(frame, time), .stop(true, time)])
    }
  }

  @Test("a farther target is gone on to, and a nearer one turns it round") func retargets() {
    animator.play(to: .frame(3))
    at(150) { animator.play(to: .frame(5)) }
    at(450) { animator.play(to: .frame(2)) }
    host.run(until: 2000 * millisecond)
    #expect(
      diary.told == [.start(0)]
        + frames([(0, 0), (1, 100), (2, 200), (3, 300), (4, 400), (3, 500), (2, 600)])
        + [.stop(true, 600 * millisecond)])
  }

  @Test("the present frame as target ends it where it is") func retargetsHere() {
    animator.play(to: .frame(9))
    at(150) { animator.play(to: .frame(1)) }
    host.run(until: 2000 * millisecond)
    #expect(
      diary.told == [.start(0)] + frames([(0, 0), (1, 100)]) + [.stop(true, 150 * millisecond)])
  }

  @Test("a run that plays is driven from where it is, and is one run") func takesOver() {
    animator.autoreverses = true
    animator.duration = .milliseconds(2000)
    animator.start(context: "play")
    at(250) {
      animator.duration = .milliseconds(1000)
      animator.play(to: .frame(0), context: "unused")
    }
    host.run(until: 2000 * millisecond)
    #expect(
      diary.told == [.start(0, "play")]
        + frames([(0, 0), (1, 100), (2, 200), (1, 300), (0, 350)])
        + [.stop(true, 350 * millisecond, "play")])
  }

  @Test("a target set before the first frame is there counts from there") func takesOverEarly() {
    animator.index = 4
    animator.start()
    animator.play(to: .frame(5))
    host.run(until: 2000 * millisecond)
    #expect(
      diary.told == [.start(0)] + frames([(4, 0), (5, 100)]) + [.stop(true, 100 * millisecond)])
  }

  @Test("driven, it rests, jumps and stops as any run") func asAnyRun() {
    animator.play(to: .frame(10))
    at(150) { animator.pause() }
    at(300) { animator.resume() }
    at(400) { animator.index = 8 }
    at(550) { animator.stop() }
    host.run(until: 2000 * millisecond)
    #expect(
      diary.told == [.start(0)]
        + frames([(0, 0), (1, 100), (2, 350), (8, 400), (9, 500)])
        + [.stop(false, 550 * millisecond)])
  }

  @Test("a jump over the target turns it round") func jumpsOver() {
    animator.play(to: .frame(5))
    at(150) { animator.index = 7 }
    host.run(until: 2000 * millisecond)
    guard case .stop(true, _, _)? = diary.told.last else {
      Issue.record("\(diary.told)")
      return
    }
    #expect(diary.frames == [0, 1, 7, 6, 5])
  }

  @Test("a stop on the way is one, a stop beyond the target none") func stopsOnTheWay() {
    animator.play(to: .frame(5))
    animator.stop(at: .frame(2))
    host.run(until: 1000 * millisecond)
    #expect(diary.frames == [0, 1, 2])
    #expect(diary.told.last == .stop(false, 200 * millisecond))
    animator.play(to: .frame(4))
    animator.stop(at: .frame(8))
    host.run(until: 2000 * millisecond)
    #expect(diary.frames.suffix(3) == [2, 3, 4])
    #expect(diary.told.last == .stop(true, 1200 * millisecond))
  }

  @Test("the other way than a run that is reversed") func reversed() {
    animator.isReversed = true
    animator.index = 3
    animator.play(to: .frame(5))
    host.run(until: 1000 * millisecond)
    #expect(diary.frames == [3, 4, 5])
  }
}
