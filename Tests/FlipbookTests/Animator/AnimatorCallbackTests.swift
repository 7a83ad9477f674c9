import Frames
import Layers
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("What an animator's callbacks may do", .timeLimit(.minutes(1))) struct AnimatorCallbackTests
{
  private let host: TestHost
  private let animator: FrameAnimator
  private let diary: Diary

  init() throws {
    host = try TestHost()
    animator = FrameAnimator.drawn(4, on: host, seconds: 0.4)
    diary = Diary(animator, host)
  }

  private func ms(_ time: Int64) -> Int64 { time * millisecond }

  @Test("stop within the start: no frame is told") func stopsInStart() {
    diary.onEntry = { [animator] in if case .start = $0 { animator.stop() } }
    animator.start()
    host.run(until: ms(1000))
    #expect(diary.told == [.start(0), .stop(false, 0)])
  }

  @Test("stop and start within the start that a stop tells") func startsInStart() {
    var isFirst = true
    diary.onEntry = { [animator] in
      guard case .start = $0, isFirst else { return }
      isFirst = false
      animator.start(context: "none")
      animator.stop()
      animator.start(context: "second")
    }
    animator.start(context: "first")
    animator.stop()
    host.run(until: ms(50))
    #expect(
      diary.told == [
        .start(0, "first"), .stop(false, 0, "first"), .start(0, "second"), .frame(0, 0),
      ])
  }

  @Test("stop within a frame") func stopsInFrame() {
    diary.onEntry = { [animator] in
      guard case .frame(2, _) = $0 else { return }
      animator.stop()
      #expect(!animator.isAnimating)
    }
    animator.start()
    host.run(until: ms(1000))
    #expect(
      diary.told == [
        .start(0), .frame(0, 0), .frame(1, ms(100)), .frame(2, ms(200)), .stop(false, ms(200)),
      ])
  }

  @Test("start within the stop: another run begins on a later turn") func startsInStop() {
    animator.repeatCount = 0.5
    var runs = 0
    diary.onEntry = { [animator] in
      guard case .stop = $0 else { return }
      runs += 1
      #expect(!animator.isAnimating)
      if runs < 3 { animator.start(context: runs) }
    }
    animator.start(context: 0)
    host.run(until: ms(1000))
    let expected = (0..<3).flatMap { run -> [Told] in
      let begin = Int64(run) * ms(200)
      return [
        .start(begin, "\(run)"), .frame(0, begin), .frame(1, begin + ms(100)),
        .stop(true, begin + ms(200), "\(run)"),
      ]
    }
    #expect(diary.told == expected)
  }

  @Test("turn round, jump, rest and drive within frames") func movesInFrames() {
    diary.onEntry = { [animator, host] entry in
      switch entry {
      case .frame(1, _) where !animator.isReversed: animator.isReversed = true
      case .frame(0, ms(100)...): animator.index = 3
      case .frame(3, _):
        animator.pause()
        host.at(host.loop.now + ms(50)) { animator.resume() }
      case .frame(2, _): animator.play(to: .frame(3))
      default: break
      }
    }
    animator.start()
    host.run(until: ms(1000))
    // The head came to frame 1 and leaves it at once; it was told, and so was what followed.
    #expect(diary.frames == [0, 1, 0, 3, 2, 3])
    #expect(diary.told.last.map { if case .stop(true, _, _) = $0 { true } else { false } } == true)
  }

  @Test("turned round within the callback of a frame, that frame has all its time")
  func turnsInFrame() {
    diary.onEntry = { [animator] entry in
      if case .frame(let index, _) = entry, index == 3 || index == 0 {
        animator.isReversed = index == 3
      }
    }
    animator.start()
    host.run(until: ms(750))
    // There and back, as often as it is told to, each end once.
    let frames = [0, 1, 2, 3, 2, 1, 0, 1]
    #expect(
      diary.told == [.start(0)] + frames.enumerated().map { .frame($1, Int64($0) * ms(100)) })
  }

  @Test("turned round within the start, it begins where it is and goes the other way")
  func turnsInStart() {
    diary.onEntry = { [animator] entry in
      if case .start = entry { animator.isReversed = true }
    }
    animator.start()
    host.run(until: ms(150))
    #expect(diary.told == [.start(0), .frame(0, 0), .frame(3, ms(100))])
  }

  @Test("other frames within a frame: the run goes on with them") func replacesFrames() throws {
    let host = try TestHost()
    let fixture = try Fixture.frames(6)
    let names = (0..<6).map { "frame-\($0).png" }
    let animator = FrameAnimator(frames: Array(names[..<3]), folder: fixture.path, host: host)
    animator.duration = .milliseconds(300)
    let diary = Diary(animator, host)
    diary.onEntry = { entry in
      if case .frame(1, ms(100)) = entry {
        animator.duration = .milliseconds(600)
        animator.frames = names.reversed()
        #expect(animator.count == 6)
      }
      if case .frame(4, ms(400)) = entry { animator.frames = [names[0], names[1]] }
      if case .frame(1, ms(700)) = entry { animator.frames = [] }
    }
    animator.start()
    host.run(until: ms(2000))
    #expect(
      diary.told == [
        .start(0), .frame(0, 0), .frame(1, ms(100)),
        // The same index, all of its time, and its new picture is no other frame.
        .frame(2, ms(200)), .frame(3, ms(300)), .frame(4, ms(400)),
        // No such index: from the beginning.
        .frame(0, ms(400)), .frame(1, ms(700)),
        .stop(false, ms(700)),
      ])
    #expect(host.complaints.count == 1)
  }

  @Test("drop the animator: it is gone, and tells nothing more", arguments: 0..<3)
  func drops(place: Int) throws {
    let host = try TestHost()
    var animator: FrameAnimator? = FrameAnimator.drawn(4, on: host, seconds: 0.4)
    weak let weakAnimator = animator
    animator?.repeatCount = 0.5
    var told = 0
    func note() {
      if told == place { animator = nil }
      told += 1
    }
    animator?.onStart = { _, _ in note() }
    animator?.onFrame = { _, _, _ in note() }
    animator?.onStop = { _, _, _ in note() }
    animator?.start()
    host.run(until: ms(1000))
    #expect(told == place + 1)
    #expect(weakAnimator == nil)
    // In the log its run has an end.
    #expect(host.events.count == 2)
    #expect(host.memory.isIdle)
  }

  @Test("drop it while it plays: its timers and its memory are gone") func dropsOutside() throws {
    let host = try TestHost()
    var animator: FrameAnimator? = FrameAnimator.drawn(4, on: host, seconds: 0.4)
    animator?.onStop = { _, _, _ in Issue.record("it is gone") }
    animator?.start()
    host.run(until: ms(150))
    weak let picture = animator?.image(at: host.loop.now)?.picture
    #expect(picture != nil)
    animator = nil
    host.settle()
    #expect(picture == nil && host.memory.isIdle)
    #expect(host.events.count == 2)
  }

  @Test("closed by the stage it tells nothing more, and starts no more") func closed() {
    animator.start()
    host.run(until: ms(150))
    let told = diary.told
    animator.close()
    animator.start()
    animator.play(to: .frame(0))
    animator.precache()
    host.run(until: ms(1000))
    #expect(diary.told == told)
    #expect(animator.image(at: host.loop.now) == nil && animator.isReady)
    #expect(host.memory.isIdle)
  }
}
