import KMS
import Testing

@Suite("A refresh rate")
struct RefreshTests {
  @Test(
    "is exact, with fields, doubled rows and repeated ones counted",
    arguments: [
      (Modes.hd60, "60"), (Modes.hd5994, "59.94"), (Modes.hd50, "50"), (Modes.hd60i, "60"),
      (Modes.hd(clock: 148_500, htotal: 2200, flags: 1 << 5), "30"), (Modes.spi, "0.013"),
    ])
  func rate(mode: DisplayMode, expected: String) throws {
    #expect(try #require(mode.refresh).description == expected)
  }

  @Test("gives the period in nanoseconds")
  func period() {
    #expect(abs(RefreshRate(60).period - 16_666_666.667) < 0.001)
    #expect(abs(RefreshRate(60_000, over: 1001).period - 16_683_333.333) < 0.001)
    var mode = Modes.hd60
    mode.vscan = 2
    #expect(mode.refresh?.millihertz == 30_000)
  }

  @Test("is missing from a mode without a clock or without totals")
  func missing() {
    var mode = Modes.hd60
    mode.clock = 0
    #expect(mode.refresh == nil)
    #expect(mode.pacingRefresh == RefreshRate(60))
    mode = Modes.hd60
    mode.vtotal = 0
    #expect(mode.refresh == nil)
  }

  @Test("compares modes by timing, not by what they are called")
  func sameTiming() {
    var other = Modes.hd60
    (other.name, other.type, other.vrefresh) = ("other", 72, 59)
    #expect(Modes.hd60.hasSameTiming(as: other))
    #expect(!Modes.hd60.hasSameTiming(as: Modes.hd5994))
    #expect(!Modes.hd60.hasSameTiming(as: Modes.hd60i))
  }
}
