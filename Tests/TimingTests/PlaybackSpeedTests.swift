import TestSupport
import Testing
import Timing

@Suite("The speed of a playback") struct PlaybackSpeedTests {
  private func running(_ count: Int, _ rate: FrameRate, repeats: RepeatCount = .forever)
    -> Playback
  {
    var playback = Playback(frameCount: count, rate: rate, repeatCount: repeats)
    playback.start(at: 0)
    return playback
  }

  @Test(
    "changes how long frames stand, to the nanosecond",
    arguments: [
      (2.0, 50_000_000 as Int64), (0.5, 200_000_000), (1000, 100_000), (0.3, 333_333_334),
      (0.000001, 100_000_000_000_000), (1, 100_000_000),
    ])
  func scales(speed: Double, frame: Int64) {
    var playback = running(10, FrameRate(numerator: 10, denominator: 1))
    playback.setSpeed(speed, at: 0)
    #expect(playback.speed == speed)
    #expect(playback.nextChange(after: 0) == frame)
    #expect(playback.position(at: frame - 1).frame == 0 && playback.position(at: frame).frame == 1)
  }

  @Test("keeps the place where it changes") func anchors() {
    var playback = running(10, FrameRate(numerator: 10, denominator: 1))
    playback.setSpeed(0.25, at: 150_000_000)
    // Half of frame 1 is left, at a quarter of the speed.
    #expect(playback.nextChange(after: 150_000_000) == 350_000_000)
    playback.setSpeed(1, at: 250_000_000)
    #expect(playback.nextChange(after: 250_000_000) == 275_000_000)
    #expect(playback.position(at: 275_000_000 + 100_000_000 * 8).frame == 0)
  }

  @Test("at rest counts from the next start") func atRest() {
    var playback = Playback(frameCount: 5, rate: FrameRate(numerator: 10, denominator: 1))
    playback.setSpeed(4, at: 10)
    #expect(playback.nextChange(after: 10) == nil)
    playback.start(at: 1000)
    #expect(playback.nextChange(after: 0) == 25_001_000)
  }

  @Test("is exact after a month") func month() {
    let month: Int64 = 30 * 86_400 * 1_000_000_000
    var playback = running(7, FrameRate(numerator: 30_000, denominator: 1001))
    playback.setSpeed(1.001, at: 0)
    // 30 frames a second to the last: 30000/1001 × 1.001.
    for time in stride(from: month, to: month + 2_000_000_000, by: 100_000_000) {
      let step = (Int128(time) * 30) / 1_000_000_000
      #expect(playback.position(at: time).step == Int64(step))
      #expect(
        playback.position(at: time - 1).step == Int64((Int128(time - 1) * 30) / 1_000_000_000))
    }
  }

  @Test("leaves the frame, the end and the way alone", arguments: 0..<40)
  func continuity(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let count = Int.random(in: 2...9, using: &random)
    var playback = Playback(
      frameCount: count,
      rate: [.standard, FrameRate(numerator: 24_000, denominator: 1001)][seed % 2],
      repeatCount: seed % 3 == 0 ? 7.5 : .forever, autoreverses: seed % 5 == 0)
    var time: Int64 = 0
    for _ in 0..<60 {
      let before = playback.position(at: time)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: playback.start(at: time)
      case 1: playback.stop(at: time)
      case 2: playback.reverse(at: time)
      default:
        let progress = playback.position(at: time).progress
        playback.setSpeed(Double.random(in: 0.01...20, using: &random), at: time)
        #expect(abs(playback.position(at: time).progress - progress) < 1e-9)
      }
      #expect(playback.position(at: time).step == before.step)
      if let change = playback.nextChange(after: time) {
        #expect(change > time)
        #expect(playback.position(at: change - 1).step == playback.position(at: time).step)
        #expect(
          playback.position(at: change).step != playback.position(at: time).step
            || playback.position(at: change).hasEnded)
        if Bool.random(using: &random) { time = change }
      }
      time += Int64.random(in: 0...90_000_000, using: &random)
    }
  }
}
