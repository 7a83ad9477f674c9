import Frames
import Layers
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("Stopping a frame animator", .timeLimit(.minutes(1))) struct AnimatorStopTests {
  private let step = 100 * millisecond

  /// Four frames for ever, 0.1 s each, and what is asked at a time.
  private func play(
    until end: Int64 = 3000, _ change: (FrameAnimator) -> Void = { _ in },
    at time: Int64, _ body: @escaping (FrameAnimator) -> Void
  ) throws -> [Told] {
    let host = try TestHost()
    let animator = FrameAnimator.drawn(4, on: host, seconds: 0.4)
    change(animator)
    let diary = Diary(animator, host)
    animator.start()
    host.at(time * millisecond) { body(animator) }
    host.run(until: end * millisecond)
    return diary.told
  }

  private func frames(_ frames: [Int]) -> [Told] {
    [.start(0)] + frames.enumerated().map { .frame($1, Int64($0) * step) }
  }

  @Test("stop tells before it returns") func now() throws {
    let host = try TestHost()
    let animator = FrameAnimator.drawn(4, on: host, seconds: 0.4)
    let diary = Diary(animator, host)
    animator.start()
    host.at(250 * millisecond) {
      animator.stop()
      #expect(diary.told.last == .stop(false, 250 * millisecond))
      #expect(!animator.isAnimating)
      animator.stop()
    }
    host.run(until: 3000 * millisecond)
    #expect(diary.told == frames([0, 1, 2]) + [.stop(false, 250 * millisecond)])
    #expect(animator.index == 2)
  }

  @Test("stopped before its first frame, the start is told first") func beforeTheStart() throws {
    let host = try TestHost()
    let animator = FrameAnimator.drawn(4, on: host)
    let diary = Diary(animator, host)
    animator.start(context: "a")
    animator.stop()
    #expect(diary.told == [.start(0, "a"), .stop(false, 0, "a")])
    host.run(until: 1000 * millisecond)
    #expect(diary.told.count == 2)
    #expect(host.events.count == 2)
  }

  @Test("at the end of the cycle, the last frame has its time and stays") func cycleEnd() throws {
    let told = try play(at: 550) { $0.stop(at: .cycleEnd) }
    #expect(told == frames([0, 1, 2, 3, 0, 1, 2, 3]) + [.stop(false, 8 * step)])
  }

  @Test("backwards and there and back a cycle ends where it began") func cycleEndsElsewhere() throws
  {
    let back = try play({ $0.isReversed = true }, at: 550) { $0.stop(at: .cycleEnd) }
    #expect(back == frames([3, 2, 1, 0, 3, 2, 1, 0]) + [.stop(false, 8 * step)])
    let both = try play(
      {
        $0.autoreverses = true
        $0.duration = .milliseconds(600)
      }, at: 250
    ) { $0.stop(at: .cycleEnd) }
    #expect(both == frames([0, 1, 2, 3, 2, 1]) + [.stop(false, 6 * step)])
  }

  @Test("at the end of a cycle that is the last it is finished") func ownEndFirst() throws {
    let told = try play({ $0.repeatCount = 2 }, at: 550) { $0.stop(at: .cycleEnd) }
    #expect(told == frames([0, 1, 2, 3, 0, 1, 2, 3]) + [.stop(true, 8 * step)])
  }

  @Test("at a frame, as soon as it is shown") func atFrame() throws {
    let told = try play(at: 250) { $0.stop(at: .frame(1)) }
    #expect(told == frames([0, 1, 2, 3, 0, 1]) + [.stop(false, 5 * step)])
    let atOnce = try play(at: 250) { $0.stop(at: .frame(2)) }
    #expect(atOnce == frames([0, 1, 2]) + [.stop(false, 250 * millisecond)])
    let never = try play({ $0.repeatCount = 1 }, at: 250) { $0.stop(at: .frame(0)) }
    #expect(never == frames([0, 1, 2, 3]) + [.stop(true, 4 * step)])
  }

  @Test("at the first frame, asked before it is there") func atFirstFrame() throws {
    let host = try TestHost()
    let animator = FrameAnimator.drawn(4, on: host)
    let diary = Diary(animator, host)
    animator.start()
    animator.stop(at: .frame(0))
    host.settle()
    #expect(diary.told == [.start(0), .frame(0, 0), .stop(false, 0)])
  }

  @Test("after a fade, while frames go on; then nothing of them is left") func fade() throws {
    let host = try TestHost()
    let animator = FrameAnimator.drawn(4, on: host, seconds: 0.4)
    let diary = Diary(animator, host)
    animator.start()
    var alphas: [Double?] = []
    host.at(150 * millisecond) {
      animator.stop(at: .fade(.milliseconds(200)))
      #expect(animator.nextChange(after: 150 * millisecond) == 150 * millisecond + 1)
    }
    for time in [140, 150, 200, 300, 349, 350] as [Int64] {
      host.at(time * millisecond) { alphas.append(animator.image(at: time * millisecond)?.alpha) }
    }
    host.run(until: 3000 * millisecond)
    #expect(alphas == [1, 1, 0.75, 0.25, 1 - 199.0 / 200, nil])
    #expect(diary.told == frames([0, 1, 2, 3]) + [.stop(false, 350 * millisecond)])
    #expect(animator.image(at: host.loop.now) == nil)
    // Started again it is whole.
    animator.start()
    host.settle()
    #expect(animator.image(at: host.loop.now)?.alpha == 1)
  }

  @Test(
    "a limit ends it at the latest, whatever it waits for",
    arguments: [
      FrameAnimator.StopMoment.cycleEnd, .frame(0), .fade(.seconds(5)),
    ])
  func limit(moment: FrameAnimator.StopMoment) throws {
    let told = try play(at: 150) { $0.stop(at: moment, within: .milliseconds(70)) }
    #expect(told == frames([0, 1, 2]) + [.stop(false, 220 * millisecond)])
    let paused = try play(at: 150) {
      $0.pause()
      $0.stop(at: moment, within: .milliseconds(70))
    }
    #expect(paused == frames([0, 1]) + [.stop(false, 220 * millisecond)])
    let none = try play(at: 150) { $0.stop(at: moment, within: .zero) }
    #expect(none == frames([0, 1]) + [.stop(false, 150 * millisecond)])
  }

  @Test("another call takes the place of the one before") func replaced() throws {
    let told = try play(at: 150) {
      $0.stop(at: .frame(2), within: .milliseconds(10))
      $0.stop(at: .cycleEnd)
    }
    #expect(told == frames([0, 1, 2, 3]) + [.stop(false, 4 * step)])
  }

  @Test("a start takes back a stop that is still to come") func takenBack() throws {
    let told = try play(until: 1000, at: 150) {
      $0.stop(at: .cycleEnd, within: .milliseconds(400))
      $0.start(context: "again")
    }
    #expect(told == frames([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2]))
  }

  @Test("a turn while a stop is to come ends it the other way") func turned() throws {
    let told = try play(at: 250) {
      $0.stop(at: .cycleEnd)
      $0.isReversed = true
    }
    // Half of frame 2 was shown, and half of it is shown again.
    #expect(
      told == frames([0, 1, 2]) + [
        .frame(1, 300 * millisecond), .frame(0, 400 * millisecond),
        .stop(false, 500 * millisecond),
      ])
  }

  @Test("while it rests, a moment to come does not come") func pausedStop() throws {
    let told = try play(at: 250) {
      $0.stop(at: .frame(3))
      $0.pause()
    }
    #expect(told == frames([0, 1, 2]))
  }
}
