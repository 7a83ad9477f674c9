import Frames
import Layers
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("A frame animator's runs", .timeLimit(.minutes(1))) struct AnimatorRunTests {
  /// A run from time 5 on, until it is over or ten seconds have passed.
  private func play(
    _ count: Int, seconds: Double?, _ change: (FrameAnimator) -> Void = { _ in }
  ) throws -> [Told] {
    let host = try TestHost()
    let animator = FrameAnimator.drawn(count, on: host, seconds: seconds)
    change(animator)
    let diary = Diary(animator, host)
    host.at(5) { animator.start(context: "boot") }
    host.run(until: 10_000 * millisecond)
    return diary.told
  }

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

  @Test("a duration of zero is a thirtieth of a second a frame") func standardPace() throws {
    let told = try play(3, seconds: nil) { $0.repeatCount = 1 }
    #expect(
      told == [
        .start(5, "boot"), .frame(0, 5), .frame(1, 33_333_339), .frame(2, 66_666_672),
        .stop(true, 100_000_005, "boot"),
      ])
  }

  @Test("repeats, whole and fractions of a cycle") func repeats() throws {
    let told = try play(4, seconds: 0.4) { $0.repeatCount = 1.625 }
    #expect(
      told == [.start(5, "boot")]
        + [0, 1, 2, 3, 0, 1, 2].enumerated().map { step, frame in
          .frame(frame, 5 + Int64(step) * 100 * millisecond)
        } + [.stop(true, 650 * millisecond + 5, "boot")])
  }

  @Test("in reverse from the default index it begins at the last frame") func reversed() throws {
    let told = try play(3, seconds: 0.3) {
      $0.isReversed = true
      $0.repeatCount = 1
    }
    #expect(
      told == [
        .start(5, "boot"), .frame(2, 5), .frame(1, 100 * millisecond + 5),
        .frame(0, 200 * millisecond + 5), .stop(true, 300 * millisecond + 5, "boot"),
      ])
  }

  @Test("in reverse from an index that was set it begins there") func reversedFromIndex() throws {
    let told = try play(5, seconds: 0.5) {
      $0.isReversed = true
      $0.index = 1
      $0.repeatCount = 1
    }
    // A run ends where the cycle does.
    #expect(
      told == [
        .start(5, "boot"), .frame(1, 5), .frame(0, 100 * millisecond + 5),
        .stop(true, 200 * millisecond + 5, "boot"),
      ])
  }

  @Test("there and back is one cycle, end frames shown once") func thereAndBack() throws {
    let told = try play(3, seconds: 0.4) {
      $0.autoreverses = true
      $0.repeatCount = 2
    }
    #expect(
      told == [.start(5, "boot")]
        + [0, 1, 2, 1, 0, 1, 2, 1].enumerated().map { step, frame in
          .frame(frame, 5 + Int64(step) * 100 * millisecond)
        } + [.stop(true, 800 * millisecond + 5, "boot")])
  }

  @Test("once forwards, then once backwards from the last frame, each with its context")
  func forwardsThenBackwards() throws {
    let host = try TestHost()
    let animator = FrameAnimator.drawn(20, on: host, seconds: 2)
    animator.repeatCount = 1
    let diary = Diary(animator, host)
    diary.onEntry = { entry in
      guard case .stop(_, _, "there") = entry else { return }
      animator.isReversed = true
      animator.start(context: "back")
    }
    animator.start(context: "there")
    host.run(until: 10_000 * millisecond)
    let step = 100 * millisecond
    let there: [Told] =
      [.start(0, "there")] + (0..<20).map { .frame($0, Int64($0) * step) }
      + [.stop(true, 20 * step, "there")]
    let back: [Told] =
      [.start(20 * step, "back")] + (0..<20).map { .frame(19 - $0, Int64(20 + $0) * step) }
      + [.stop(true, 40 * step, "back")]
    #expect(diary.told == there + back)
  }

  @Test("two pictures that alternate are as exact after an hour, and each is decoded once")
  func toggle() throws {
    let host = try TestHost()
    let animator = FrameAnimator.drawn(2, on: host, seconds: 0.2)
    let diary = Diary(animator, host)
    animator.start()
    let hour = 3_600_000 * millisecond
    host.run(until: hour)
    let wakeUps = host.loop.wakeUps
    #expect(diary.told.count == 36_002)
    let isExact = diary.told.dropFirst().enumerated().allSatisfy { step, entry in
      entry == .frame(step % 2, Int64(step) * 100 * millisecond)
    }
    #expect(isExact)
    #expect(animator.statistics.decodedFrames == 2)
    // Two turns of the loop a picture: one that moves the clock, and one that finds it has moved.
    #expect(wakeUps < 2 * 36_002 + 50)
    animator.stop()
    #expect(diary.told.last == .stop(false, hour))
    host.settle()
    #expect(animator.statistics.heldBytes == 0)
  }

  @Test("starting twice does not restart") func startsOnce() throws {
    let host = try TestHost()
    let animator = FrameAnimator.drawn(4, on: host, seconds: 0.4)
    animator.repeatCount = 1
    let diary = Diary(animator, host)
    animator.start(context: 1)
    animator.start(context: 2)
    host.at(150 * millisecond) { animator.start(context: 3) }
    host.run(until: 1000 * millisecond)
    #expect(
      diary.told == [.start(0, "1")]
        + (0..<4).map { .frame($0, Int64($0) * 100 * millisecond) }
        + [.stop(true, 400 * millisecond, "1")])
  }

  @Test("one picture: an end where there is one, and nothing to do before") func onePicture() throws
  {
    let told = try play(1, seconds: 0.7) { $0.repeatCount = 2 }
    #expect(
      told == [.start(5, "boot"), .frame(0, 5), .stop(true, 1400 * millisecond + 5, "boot")])
    #expect(try play(1, seconds: 0.7) == [.start(5, "boot"), .frame(0, 5)])
  }

  @Test("half and double speed from the start", arguments: [(0.5, 200), (2, 50)])
  func speeds(speed: Double, step: Int64) throws {
    let told = try play(3, seconds: 0.3) {
      $0.speed = speed
      $0.repeatCount = 1
    }
    #expect(
      told == [.start(5, "boot")] + (0..<3).map { .frame($0, 5 + Int64($0) * step * millisecond) }
        + [.stop(true, 5 + 3 * step * millisecond, "boot")])
  }

  @Test("animators have names of their own") func names() throws {
    let host = try TestHost()
    let animators = (0..<3).map { _ in FrameAnimator.drawn(2, on: host) }
    #expect(Set(animators.map(\.id)).count == 3)
    animators[0].id = "spinner"
    animators[0].start()
    host.settle()
    animators[0].id = "other"
    animators[0].stop()
    // A run keeps the name that it began with.
    #expect(
      host.events == [
        .start(animation: "spinner", time: 0),
        .stop(animation: "spinner", finished: false, time: 1),
      ])
  }

  @Test("without frames a run is over at once, with a sentence") func noFrames() throws {
    let host = try TestHost()
    let animator = FrameAnimator(frames: [], host: host)
    let diary = Diary(animator, host)
    animator.start()
    #expect(diary.told == [])
    host.settle()
    #expect(diary.told == [.start(0), .stop(false, 0)])
    #expect(host.complaints.count == 1)
  }

  @Test("frames a nanosecond apart are shown a millisecond apart") func tooFast() throws {
    let told = try play(3, seconds: 1e-9) { $0.repeatCount = 1 }
    #expect(
      told == [.start(5, "boot")] + (0..<3).map { .frame($0, 5 + Int64($0) * millisecond) }
        + [.stop(true, 5 + 3 * millisecond, "boot")])
  }
}
