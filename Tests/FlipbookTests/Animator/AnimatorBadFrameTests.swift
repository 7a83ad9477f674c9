import Frames
import Layers
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("Frames that cannot be shown", .timeLimit(.minutes(1))) struct AnimatorBadFrameTests {
  private let host: TestHost
  private let fixture: Fixture

  init() throws {
    host = try TestHost()
    fixture = try Fixture.frames(6, size: PixelSize(width: 4, height: 2))
  }

  /// Plays frames of which some are damaged, 0.1 s each.
  private func play(
    bad: [Int], _ rule: PlayerConfiguration.OnBadFrame, cycles: RepeatCount = 1,
    _ change: (FrameAnimator) -> Void = { _ in }
  ) throws -> [Told] {
    for frame in bad { try fixture.write([1, 2, 3], name: "frame-\(frame).png") }
    let animator = FrameAnimator(
      frames: (0..<6).map { "frame-\($0).png" }, folder: fixture.path, host: host)
    animator.duration = .milliseconds(600)
    animator.repeatCount = cycles
    animator.onBadFrame = rule
    change(animator)
    let diary = Diary(animator, host)
    animator.start()
    host.run(until: 5000 * millisecond)
    return diary.told
  }

  private func frames(_ frames: [(Int, Int64)]) -> [Told] {
    frames.map { .frame($0.0, $0.1 * millisecond) }
  }

  private var badEvents: [Int] {
    host.events.compactMap { if case .bad(let index, _, _, _) = $0 { index } else { nil } }
  }

  @Test("hold: the picture before it stays, and it is named once") func hold() throws {
    let told = try play(bad: [2, 3], .hold, cycles: 2)
    let cycle: (Int64) -> [(Int, Int64)] = {
      [(0, $0), (1, $0 + 100), (4, $0 + 400), (5, $0 + 500)]
    }
    #expect(
      told == [.start(0)] + frames(cycle(0) + cycle(600)) + [.stop(true, 1200 * millisecond)])
    #expect(badEvents == [2, 3])
    #expect(host.complaints.count == 2)
    #expect(host.complaints[0].contains("frame-2.png"))
  }

  @Test("skip: the next good frame has its time") func skip() throws {
    let told = try play(bad: [2, 3], .skip)
    #expect(
      told == [.start(0)] + frames([(0, 0), (1, 100), (4, 200), (5, 500)])
        + [.stop(true, 600 * millisecond)])
  }

  @Test("stop: the run ends there, with a sentence") func stop() throws {
    let told = try play(bad: [2], .stop)
    #expect(
      told == [.start(0)] + frames([(0, 0), (1, 100)]) + [.stop(false, 200 * millisecond)])
    #expect(host.complaints.last?.contains("frame-2.png") == true)
  }

  @Test(
    "a bad first frame gives way to the next",
    arguments: [PlayerConfiguration.OnBadFrame.hold, .skip])
  func first(rule: PlayerConfiguration.OnBadFrame) throws {
    let told = try play(bad: [0, 1], rule)
    #expect(
      told == [.start(0)] + frames([(2, 0), (3, 100), (4, 200), (5, 300)])
        + [.stop(true, 400 * millisecond)])
  }

  @Test("a bad first frame ends it where that is asked for") func firstStops() throws {
    let told = try play(bad: [0], .stop)
    #expect(told == [.start(0), .stop(false, 0)])
  }

  @Test(
    "without a good frame the run ends, with a sentence",
    arguments: [RepeatCount.forever, 1, 0.5], [PlayerConfiguration.OnBadFrame.hold, .skip])
  func none(cycles: RepeatCount, rule: PlayerConfiguration.OnBadFrame) throws {
    let told = try play(bad: Array(0..<6), rule, cycles: cycles)
    #expect(told == [.start(0), .stop(false, 0)])
    #expect(host.complaints.last?.contains("frames can be shown") == true)
  }

  @Test("a jump to a bad frame", arguments: [PlayerConfiguration.OnBadFrame.hold, .skip, .stop])
  func jump(rule: PlayerConfiguration.OnBadFrame) throws {
    let told = try play(bad: [4], rule) { animator in
      host.at(150 * millisecond) { animator.index = 4 }
    }
    let after: [Told] =
      switch rule {
      case .hold: frames([(5, 250)]) + [.stop(true, 350 * millisecond)]
      case .skip: frames([(5, 150)]) + [.stop(true, 250 * millisecond)]
      case .stop: [.stop(false, 150 * millisecond)]
      }
    #expect(told == [.start(0)] + frames([(0, 0), (1, 100)]) + after)
  }

  @Test("names that lead nowhere are bad when they are wanted, not before") func missing() throws {
    let animator = FrameAnimator(
      frames: ["frame-0.png", "nowhere.png"], folder: fixture.path, host: host)
    animator.caching = .none
    let diary = Diary(animator, host)
    #expect(host.complaints == [])
    animator.start()
    host.run(until: 150 * millisecond)
    #expect(diary.told == [.start(0)] + frames([(0, 0)]))
    #expect(host.complaints.count == 1 && host.complaints[0].contains("nowhere.png"))
    #expect(animator.statistics.badFrames == 1)
  }

  @Test("a source without frames is an error at once") func noSource() throws {
    #expect(throws: PlayerError.self) {
      try FrameAnimator(source: fixture.path + "/nothing", host: host)
    }
    let animator = try FrameAnimator(source: fixture.path, host: host)
    #expect(animator.count == 6)
  }

  @Test("a frame that takes more than all memory is told by its size") func tooLarge() throws {
    let host = try TestHost(budget: 4000)
    try fixture.write(9, size: PixelSize(width: 300, height: 100))
    let animator = FrameAnimator(frames: ["frame-9.png"], folder: fixture.path, host: host)
    animator.decodeSize = PixelSize(width: 300, height: 100)
    let diary = Diary(animator, host)
    animator.start()
    host.run(until: 5000 * millisecond)
    #expect(diary.told == [.start(0), .stop(false, 0)])
    #expect(host.complaints.first?.contains("budget") == true)
  }

  @Test("a jump among bad frames and frames without room ends, and says so") func noWayOut() throws
  {
    // Room for one picture: beside the one on screen there is none.
    let host = try TestHost(budget: 40)
    let animator = FrameAnimator(count: 3, makeWorker: { NarrowWorker() }, host: host)
    animator.onBadFrame = .skip
    let diary = Diary(animator, host)
    animator.start()
    host.at(50 * millisecond) { animator.index = 1 }
    // Were they looked at again and again, this would never come back.
    host.run(until: 5000 * millisecond)
    #expect(diary.told.first == .start(0) && diary.frames == [0])
    guard case .stop(false, _, _) = diary.told.last else {
      Issue.record("\(diary.told)")
      return
    }
    #expect(!host.complaints.isEmpty)
  }
}

/// Makes frames as large as nearly all memory; the second is bad, as its header tells.
private final class NarrowWorker: FrameWorker {
  func cost(of frame: Int) throws(FrameFault) -> DecodeCost {
    if frame == 1 { throw FrameFault("is bad") }
    return DecodeCost(resultBytes: 32, peakBytes: 32)
  }

  func picture(
    of frame: Int, memoryLimit: Int, pool: BitmapPool
  ) throws(FrameFault) -> FittedPicture {
    let bitmap = Bitmap(size: PixelSize(width: 4, height: 2), format: .xrgb8888, pool: pool)
    return FittedPicture(picture: Picture(bitmap), origin: .zero)
  }
}
