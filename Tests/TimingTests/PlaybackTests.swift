import TestSupport
import Testing
import Timing

/// A frame time of the playbacks below: 10 frames a second.
private let tenth: Int64 = 100_000_000
private let tenPerSecond = FrameRate(numerator: 10, denominator: 1)

/// The frames shown at the middle of each frame time.
private func frames(_ playback: Playback, _ times: Range<Int64>) -> [Int] {
  times.map { playback.position(at: $0 * tenth + tenth / 2).frame }
}

@Suite("A playback") struct PlaybackTests {
  @Test("turns round on the very edge of a frame without leaving it", arguments: 0..<10)
  func turnsOnAnEdge(frame: Int) {
    var playback = Playback(frameCount: 10, rate: .standard)
    playback.seek(toFrame: frame, at: 0)
    for turn in 1...6 {
      playback.reverse(at: 0)
      #expect(playback.position(at: 5_000_000_000).frame == frame, "after \(turn) turns")
    }
    playback.reverse(at: 0)
    playback.start(at: 0)
    #expect(playback.position(at: 1).frame == (frame + 9) % 10)
  }

  @Test("plays its frames in order, again and again") func loops() {
    var playback = Playback(frameCount: 3, rate: tenPerSecond)
    playback.start(at: 0)
    #expect(frames(playback, 0..<7) == [0, 1, 2, 0, 1, 2, 0])
    #expect(playback.position(at: 4 * tenth).iteration == 1)
    #expect(!playback.position(at: 1_000_000 * tenth).hasEnded)
  }

  @Test("changes frame at the exact nanosecond") func edges() {
    var playback = Playback(frameCount: 3, rate: tenPerSecond, repeatCount: .times(1))
    playback.start(at: 0)
    #expect(playback.position(at: tenth - 1).frame == 0)
    #expect(playback.position(at: tenth).frame == 1)
    #expect(playback.nextChange(after: 0) == tenth)
    #expect(playback.nextChange(after: tenth) == 2 * tenth)
    #expect(playback.nextChange(after: 2 * tenth + 5) == 3 * tenth)
    #expect(!playback.position(at: 3 * tenth - 1).hasEnded)
    let end = playback.position(at: 3 * tenth)
    #expect(end.hasEnded)
    #expect(end.frame == 2)
    #expect(end.progress == 1)
    #expect(playback.nextChange(after: 3 * tenth) == nil)
  }

  @Test("shows each end of a there-and-back cycle once") func bounces() {
    var playback = Playback(
      frameCount: 4, rate: tenPerSecond, repeatCount: .times(2), autoreverses: true)
    playback.start(at: 0)
    #expect(frames(playback, 0..<13) == [0, 1, 2, 3, 2, 1, 0, 1, 2, 3, 2, 1, 1])
    #expect(playback.position(at: 12 * tenth).hasEnded)
    #expect(playback.position(at: 2 * tenth).direction == .forwards)
    #expect(playback.position(at: 3 * tenth).direction == .backwards)
    #expect(playback.position(at: 6 * tenth).direction == .forwards)
  }

  @Test("runs from the last frame to the first when reversed") func reversed() {
    var playback = Playback(
      frameCount: 4, rate: tenPerSecond, repeatCount: .times(1), isReversed: true)
    playback.start(at: 0)
    #expect(frames(playback, 0..<5) == [3, 2, 1, 0, 0])
    #expect(playback.position(at: 0).direction == .backwards)
  }

  @Test("ends part-way with a fraction of a cycle") func fraction() {
    var playback = Playback(frameCount: 4, rate: tenPerSecond, repeatCount: .times(1.5))
    playback.start(at: 0)
    #expect(frames(playback, 0..<7) == [0, 1, 2, 3, 0, 1, 1])
    #expect(playback.position(at: 6 * tenth).hasEnded)
    #expect(!playback.position(at: 6 * tenth - 1).hasEnded)
  }

  @Test("begins at the frame it was told, within the first cycle") func startFrame() {
    var forwards = Playback(
      frameCount: 4, rate: tenPerSecond, repeatCount: .times(1), startFrame: 2)
    forwards.start(at: 0)
    #expect(frames(forwards, 0..<3) == [2, 3, 3])
    var backwards = Playback(
      frameCount: 4, rate: tenPerSecond, isReversed: true, startFrame: 1)
    backwards.start(at: 0)
    #expect(frames(backwards, 0..<4) == [1, 0, 3, 2])
    #expect(Playback(frameCount: 4, rate: tenPerSecond, startFrame: 99).position(at: 0).frame == 3)
  }

  @Test("stops and goes on at the same place") func stops() {
    var playback = Playback(frameCount: 10, rate: tenPerSecond)
    playback.start(at: 0)
    playback.stop(at: 250_000_000)
    #expect(playback.position(at: 9_000_000_000).frame == 2)
    #expect(playback.nextChange(after: 300_000_000) == nil)
    playback.start(at: 5_000_000_000)
    #expect(playback.position(at: 5_049_999_999).frame == 2)
    #expect(playback.position(at: 5_050_000_000).frame == 3)
  }

  @Test("turns round in place: the next frame is the neighbour") func turns() {
    var playback = Playback(frameCount: 10, rate: tenPerSecond)
    playback.start(at: 0)
    playback.reverse(at: 430_000_000)
    #expect(playback.position(at: 430_000_000).frame == 4)
    #expect(playback.position(at: 430_000_000).direction == .backwards)
    #expect(playback.nextChange(after: 430_000_000) == 460_000_000)
    #expect(playback.position(at: 459_999_999).frame == 4)
    #expect(playback.position(at: 460_000_000).frame == 3)
    // Past its first frame a playback without end goes on at the last.
    #expect(playback.position(at: 860_000_000).frame == 9)
    #expect(playback.position(at: 860_000_000).iteration == -1)
    playback.reverse(at: 860_000_000)
    #expect(playback.position(at: 861_000_000).frame == 0)
  }

  @Test("that turns round ends where it began") func turnsAndEnds() {
    var playback = Playback(frameCount: 10, rate: tenPerSecond, repeatCount: .times(1))
    playback.start(at: 0)
    playback.reverse(at: 250_000_000)
    #expect(!playback.position(at: 499_999_999).hasEnded)
    let end = playback.position(at: 500_000_000)
    #expect(end.hasEnded)
    #expect(end.frame == 0)
    playback.reverse(at: 600_000_000)
    #expect(playback.position(at: 650_000_000).frame == 0)
    #expect(playback.position(at: 700_000_000).frame == 1)
  }

  @Test("that turned round while moving later resumes then") func resumesLater() {
    var playback = Playback(frameCount: 10, rate: tenPerSecond)
    playback.start(at: 0)
    playback.reverse(at: 250_000_000, resuming: 270_000_000)
    #expect(playback.position(at: 260_000_000).frame == 2)
    #expect(playback.nextChange(after: 270_000_000) == 320_000_000)
  }

  @Test("seeks within its cycle and on its way") func seeks() {
    var playback = Playback(frameCount: 5, rate: tenPerSecond, autoreverses: true)
    playback.start(at: 0)
    playback.seek(toFrame: 3, at: 20 * tenth)
    #expect(frames(playback, 20..<23) == [3, 4, 3])
    // On the way back it stays on the way back.
    playback.seek(toFrame: 2, at: 22 * tenth + 1)
    #expect(playback.position(at: 22 * tenth + 1).frame == 2)
    #expect(playback.position(at: 23 * tenth + 2).frame == 1)
    playback.reverse(at: 23 * tenth + 2)
    playback.seek(toFrame: 1, at: 24 * tenth)
    #expect(playback.position(at: 24 * tenth).frame == 1)
    #expect(playback.position(at: 25 * tenth + 1).frame == 2)
  }

  @Test("of one frame never changes") func still() {
    var playback = Playback(frameCount: 1, rate: tenPerSecond)
    playback.start(at: 0)
    #expect(playback.nextChange(after: 0) == nil)
    var once = Playback(frameCount: 1, rate: tenPerSecond, repeatCount: .times(3))
    once.start(at: 0)
    #expect(once.nextChange(after: 0) == 3 * tenth)
  }

  @Test("waits where a frame was not ready") func holds() {
    var playback = Playback(frameCount: 10, rate: tenPerSecond)
    playback.start(at: 0)
    playback.hold(from: 100_000_000, to: 350_000_000)
    #expect(playback.position(at: 350_000_000).frame == 1)
    #expect(playback.position(at: 450_000_000).frame == 2)
  }

  @Test("begins again after a rewind") func rewinds() {
    var playback = Playback(frameCount: 4, rate: tenPerSecond, repeatCount: .times(1))
    playback.start(at: 0)
    playback.rewind(at: 10 * tenth)
    playback.start(at: 10 * tenth)
    #expect(frames(playback, 10..<14) == [0, 1, 2, 3])
  }

  @Test(
    "never drifts: after a month every frame is where arithmetic puts it",
    arguments: ["24", "25", "23.976", "29.97", "60", "12.5"])
  func month(text: String) throws {
    let rate = try #require(FrameRate(parsing: text))
    var playback = Playback(frameCount: 977, rate: rate)
    playback.start(at: 12_345)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let time = Int64.random(in: 0..<2_678_400_000_000_000, using: &generator)
      let expected =
        Int128(time) * Int128(rate.numerator) / (Int128(rate.denominator) * 1_000_000_000)
      #expect(playback.position(at: time + 12_345).frame == Int(expected % 977))
    }
  }

  @Test("keeps its place through random starts, stops and turns") func continuous() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var generator = RandomSource(seed: seed)
      var playback = Playback(
        frameCount: Int.random(in: 1...7, using: &generator), rate: tenPerSecond,
        repeatCount: Bool.random(using: &generator) ? .forever : .times(2.5),
        isReversed: Bool.random(using: &generator), autoreverses: Bool.random(using: &generator))
      var time: Int64 = 0
      for _ in 0..<60 {
        let before = playback.position(at: time)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: playback.start(at: time)
        case 1: playback.stop(at: time)
        default: playback.reverse(at: time)
        }
        #expect(playback.position(at: time).step == before.step, "seed \(seed)")
        let later = time + Int64.random(in: 0...tenth, using: &generator)
        let distance = playback.position(at: later).step - playback.position(at: time).step
        #expect(abs(distance) <= 1, "seed \(seed)")
        time = later
      }
    }
  }

  @Test(
    "takes more cycles than any clock can time, and no number, as for ever",
    arguments: [
      Double.nan, .infinity, 1e19, 1e300, .greatestFiniteMagnitude,
    ]) func endlessCycles(cycles: Double)
  {
    var playback = Playback(frameCount: 3, rate: tenPerSecond, repeatCount: .times(cycles))
    playback.start(at: 0)
    #expect(frames(playback, 0..<4) == [0, 1, 2, 0])
    #expect(!playback.position(at: .max).hasEnded)
  }

  @Test(
    "has ended soon after fewer cycles than none", arguments: [0, -1, -1e300, -Double.infinity])
  func noCycles(cycles: Double) {
    var playback = Playback(frameCount: 3, rate: tenPerSecond, repeatCount: .times(cycles))
    playback.start(at: 0)
    #expect(playback.position(at: 1).hasEnded && playback.position(at: 1).frame == 0)
  }
}
