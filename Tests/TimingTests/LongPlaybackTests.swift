import Testing
import Timing

@Suite("A playback without measure") struct LongPlaybackTests {
  @Test("never gets to what lies beyond every clock's end", arguments: [1, 2, 60])
  func centuries(frames: Int) {
    let slowest = FrameRate(frames: 1, inNanoseconds: .max) ?? .standard
    for rate in [slowest, .standard] {
      var playback = Playback(
        frameCount: frames, rate: rate, repeatCount: .times(9e12), autoreverses: frames == 60)
      playback.start(at: 1_000_000_000)
      for time in [0, 1_000_000_000, 1 << 60] as [Int64] {
        let change = playback.nextChange(after: time)
        if rate == slowest || frames == 1 { #expect(change == nil) }
        #expect(!playback.position(at: time).hasEnded)
      }
    }
  }
}
