import TestSupport
import Testing
import Timing

@Suite("The cadence") struct CadenceTests {
  @Test(
    "of common rates on 60 Hz",
    arguments: [
      ("30", [2]), ("60", [1]), ("24", [3, 2]), ("25", [3, 2, 3, 2, 2]), ("20", [3]), ("15", [4]),
      ("12", [5]), ("1", [60]), ("0.5", [120]),
    ])
  func patterns(text: String, pattern: [Int]) throws {
    let rate = try #require(FrameRate(parsing: text))
    let cadence = Cadence(rate: rate, period: 1e9 / 60)
    #expect(cadence.pattern == pattern)
    // Even: no frame is held more than one vblank longer than another.
    let counts = cadence.pattern
    #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
  }

  @Test("of 23.976 on 59.94 Hz is that of 24 on 60") func broadcast() throws {
    let rate = try #require(FrameRate(parsing: "23.976"))
    #expect(Cadence(rate: rate, period: 1e9 * 1001 / 60000).pattern == [3, 2])
  }

  @Test("of a rate that fits nothing says so") func uneven() throws {
    let rate = try #require(FrameRate(parsing: "23.456"))
    let cadence = Cadence(rate: rate, period: 1e9 / 60)
    #expect(cadence.pattern.isEmpty)
    #expect(cadence.description == "2.56 vblanks a frame, uneven")
  }

  @Test(
    "stays even for a simulated month with a jittering clock",
    arguments: ["24", "25", "23.976", "30"])
  func month(text: String) throws {
    let rate = try #require(FrameRate(parsing: text))
    let period = 1e9 / 60
    let cadence = Cadence(rate: rate, period: period)
    var playback = Playback(frameCount: 1000, rate: rate)
    playback.start(at: 0)
    var generator = RandomSource(seed: 7)
    let offset = cadence.samplingOffset * period
    let month: Int64 = 60 * 86_400 * 31
    // Ten stretches of a minute each, spread over the month.
    for part in 0..<10 as Range<Int64> {
      var runs: [Int64: Int] = [:]
      let start = month / 10 * part
      for vblank in start..<start + 3600 {
        let jitter = Double.random(in: -0.04...0.04, using: &generator) * period
        let time = Double(vblank) * period + (cadence.pattern.isEmpty ? 0 : jitter) + offset
        runs[playback.position(at: Int64(time)).step, default: 0] += 1
      }
      let inner = runs.sorted { $0.key < $1.key }.dropFirst().dropLast().map(\.value)
      let low = Int((rate.frameNanoseconds / period).rounded(.down))
      #expect(inner.allSatisfy { $0 == low || $0 == low + 1 })
      if text == "24" { #expect(zip(inner, inner.dropFirst()).allSatisfy { $0 + $1 == 5 }) }
      if text == "25" {
        #expect((0..<inner.count - 5).allSatisfy { inner[$0..<$0 + 5].reduce(0, +) == 12 })
      }
      if text == "30" { #expect(inner.allSatisfy { $0 == 2 }) }
    }
  }
}
