import Frames
import Layers
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("Moving a frame animator", .timeLimit(.minutes(1))) struct AnimatorMoveTests {
  private let step = 100 * millisecond
  private let host: TestHost
  private let animator: FrameAnimator
  private let diary: Diary

  init() throws {
    host = try TestHost()
    animator = FrameAnimator.drawn(6, on: host, seconds: 0.6)
    diary = Diary(animator, host)
  }

  private func frames(_ frames: [Int]) -> [Told] {
    [.start(0)] + frames.enumerated().map { .frame($1, Int64($0) * step) }
  }

  private func at(_ time: Int64, _ body: @escaping () -> Void) {
    host.at(time * millisecond, body)
  }

  @Test("a rest keeps the position to the nanosecond") func pauses() {
    animator.start()
    host.at(130_000_001) { animator.pause() }
    at(700) {
      #expect(animator.isPaused && animator.isAnimating && animator.index == 1)
      animator.resume()
      #expect(!animator.isPaused)
    }
    host.run(until: 900 * millisecond)
    #expect(
      diary.told == frames([0, 1]) + [
        .frame(2, 769_999_999), .frame(3, 869_999_999),
      ])
  }

  @Test("resting and going on twice are as once") func pausesTwice() {
    animator.start()
    at(130) {
      animator.pause()
      animator.pause()
    }
    at(200) { animator.pause() }
    at(230) {
      animator.resume()
      animator.resume()
    }
    at(240) { animator.resume() }
    host.run(until: 350 * millisecond)
    #expect(diary.told == frames([0, 1]) + [.frame(2, 300 * millisecond)])
  }

  @Test("a rest that is asked for before the first frame begins with it") func pausesFirst() {
    animator.start()
    animator.pause()
    host.run(until: 400 * millisecond)
    #expect(diary.told == [.start(0), .frame(0, 0)])
    animator.start()
    host.run(until: 550 * millisecond)
    #expect(diary.told.last == .frame(1, 500 * millisecond))
  }

  @Test("a turn goes to the neighbour, after as long as the frame was shown") func turns() {
    animator.start()
    at(330) { animator.isReversed = true }
    at(520) { animator.isReversed = false }
    host.run(until: 600 * millisecond)
    #expect(
      diary.told == frames([0, 1, 2, 3]) + [
        .frame(2, 360 * millisecond), .frame(1, 460 * millisecond), .frame(2, 580 * millisecond),
      ])
  }

  @Test("turned round, a run with an end ends at its beginning, finished") func turnsToTheEnd() {
    animator.repeatCount = 1
    animator.start()
    at(250) { animator.isReversed = true }
    host.run(until: 1000 * millisecond)
    #expect(
      diary.told == frames([0, 1, 2]) + [
        .frame(1, 300 * millisecond), .frame(0, 400 * millisecond), .stop(true, 500 * millisecond),
      ])
  }

  @Test("a turn before the first frame changes where it begins") func turnsFirst() {
    animator.start()
    animator.isReversed = true
    host.run(until: 150 * millisecond)
    #expect(diary.told == frames([5, 4]))
  }

  @Test("a turn while it rests is made when it goes on") func turnsAtRest() {
    animator.start()
    at(130) { animator.pause() }
    at(200) { animator.isReversed = true }
    at(500) { animator.resume() }
    host.run(until: 600 * millisecond)
    #expect(diary.told == frames([0, 1]) + [.frame(0, 530 * millisecond)])
  }

  @Test("an index that is set while it plays is gone on from, with all its time") func seeks() {
    animator.start()
    at(130) {
      animator.index = 4
      #expect(animator.index == 4)
    }
    host.run(until: 400 * millisecond)
    #expect(
      diary.told == frames([0, 1]) + [
        .frame(4, 130 * millisecond), .frame(5, 230 * millisecond), .frame(0, 330 * millisecond),
      ])
  }

  @Test("the present frame set again begins anew and is not told again") func seeksInPlace() {
    animator.start()
    at(150) { animator.index = 1 }
    host.run(until: 300 * millisecond)
    #expect(diary.told == frames([0, 1]) + [.frame(2, 250 * millisecond)])
  }

  @Test("an index is clamped; set at rest, the next run begins there") func seeksAtRest() {
    animator.index = 99
    #expect(animator.index == 5)
    animator.index = -3
    #expect(animator.index == 0)
    animator.index = 3
    animator.start()
    host.run(until: 150 * millisecond)
    #expect(diary.told == frames([3, 4]))
    animator.stop()
    animator.start()
    host.run(until: 160 * millisecond)
    #expect(diary.told.suffix(2) == [.start(150 * millisecond), .frame(0, 150 * millisecond)])
  }

  @Test("while the run rests, the frame is shown and the rest goes on") func seeksWhilePaused() {
    animator.start()
    at(130) { animator.pause() }
    at(200) { animator.index = 4 }
    at(500) { animator.resume() }
    host.run(until: 650 * millisecond)
    #expect(
      diary.told == frames([0, 1]) + [.frame(4, 200 * millisecond), .frame(5, 600 * millisecond)])
  }

  @Test("another speed takes effect in place") func changesSpeed() {
    animator.start()
    at(150) { animator.speed = 2 }
    at(250) { animator.speed = 0.5 }
    host.run(until: 600 * millisecond)
    #expect(
      diary.told == frames([0, 1]) + [
        .frame(2, 175 * millisecond), .frame(3, 225 * millisecond), .frame(4, 350 * millisecond),
        .frame(5, 550 * millisecond),
      ])
    animator.speed = -1
    #expect(animator.speed == 0.000_001)
    animator.speed = .infinity
    #expect(animator.speed == 1000)
    animator.speed = .nan
    #expect(animator.speed == 1)
  }
}
