import Testing
import Timing

@Suite("Frame rates") struct FrameRateTests {
  @Test(
    "are read as exact fractions",
    arguments: [
      ("30", 30, 1), ("24", 24, 1), ("12.5", 25, 2), ("0.5", 1, 2), (".25", 1, 4),
      ("23.976", 24000, 1001), ("23.98", 24000, 1001), ("29.97", 30000, 1001),
      ("59.94", 60000, 1001), ("24000/1001", 24000, 1001), ("50/2", 25, 1),
    ] as [(String, Int64, Int64)])
  func reads(text: String, numerator: Int64, denominator: Int64) throws {
    let rate = try #require(FrameRate(parsing: text))
    #expect(rate.numerator == numerator)
    #expect(rate.denominator == denominator)
  }

  @Test(
    "that are none are refused",
    arguments: [
      "", "0", "-1", "abc", "1e3", "30fps", "1/0", "0/1", "1001", "1.", ".", "1/2/3", "٣",
    ])
  func refuses(text: String) {
    #expect(FrameRate(parsing: text) == nil)
  }

  @Test("come from a duration") func fromDuration() throws {
    let rate = try #require(FrameRate(frames: 51, inNanoseconds: 2_000_000_000))
    #expect(rate == FrameRate(numerator: 51, denominator: 2))
    #expect(FrameRate(frames: 51, inNanoseconds: 0) == nil)
  }

  @Test("say themselves as people write them") func describe() {
    #expect(FrameRate(numerator: 30, denominator: 1).description == "30")
    #expect(FrameRate(numerator: 25, denominator: 2).description == "12.5")
    #expect(FrameRate(numerator: 24000, denominator: 1001).description == "24000/1001")
  }

  @Test("fractions of numbers without measure are none") func huge() {
    #expect(FrameRate(parsing: "9223372036854775807/9223372036854775806") == nil)
    #expect(FrameRate(parsing: "1000000000/999999999") != nil)
  }
}

@Suite("Decimals and counts") struct DecimalTests {
  @Test("are cut at their places, never rounded") func places() {
    #expect(Decimal.parse("1.2345", places: 2) == 123)
    #expect(Decimal.nanoseconds(ofSeconds: "0.1") == 100_000_000)
    #expect(Decimal.parse("99999999999999999999", places: 0) == nil)
    #expect(Decimal.parse("1.5x", places: 2) == nil)
  }

  @Test("repeat counts") func repeatCounts() {
    #expect(RepeatCount(parsing: "forever") == .forever)
    #expect(RepeatCount(parsing: "3") == .times(3))
    #expect(RepeatCount(parsing: "2.5") == .times(2.5))
    #expect(RepeatCount(parsing: "0") == nil)
    #expect(RepeatCount(parsing: "often") == nil)
  }
}
