import Layers
import Pixels
import Timing

// Every number is checked here, so that no sum or product of what is in a file overflows later.
extension SceneCursor {
  /// A day: nothing that a scene waits for takes longer.
  private static let longest: Int64 = 86_400_000_000_000

  /// Seconds as nanoseconds, at least `shortest`.
  mutating func nanoseconds(from shortest: Int64 = 0) throws(SceneComplaint) -> Int64 {
    let expected = shortest == 0 ? "seconds from 0 to 86400" : "seconds from 0.001 to 86400"
    return try value(expected) { text -> Int64? in
      guard let time = Decimal.nanoseconds(ofSeconds: text), shortest...Self.longest ~= time
      else { return nil }
      return time
    }
  }

  /// A number between two bounds.
  mutating func number(_ what: String, _ range: ClosedRange<Int>) throws(SceneComplaint) -> Double {
    try value("\(what) from \(range.lowerBound) to \(range.upperBound)") { text -> Double? in
      guard let number = Self.number(text[...]),
        Double(range.lowerBound)...Double(range.upperBound) ~= number
      else { return nil }
      return number
    }
  }

  /// A whole number between two bounds.
  mutating func integer(_ what: String, _ range: ClosedRange<Int>) throws(SceneComplaint) -> Int {
    try value("\(what) from \(range.lowerBound) to \(range.upperBound)") { text -> Int? in
      guard let number = Int(text), range ~= number else { return nil }
      return number
    }
  }

  /// How much is seen: `0.5` or `50%`.
  mutating func alpha() throws(SceneComplaint) -> Double {
    try value("a number from 0 to 1, or percent") { text -> Double? in
      let isPercent = text.hasSuffix("%")
      guard let number = Self.number(isPercent ? text.dropLast() : text[...]) else { return nil }
      let alpha = isPercent ? number / 100 : number
      return 0...1 ~= alpha ? alpha : nil
    }
  }

  /// A moment of a cycle in percent, as a fraction.
  mutating func fraction() throws(SceneComplaint) -> Double {
    try value("percent from 0% to 100%") { text -> Double? in
      guard text.hasSuffix("%"), let number = Self.number(text.dropLast()), 0...100 ~= number
      else { return nil }
      return number / 100
    }
  }

  /// Pixels, percent, or percent and pixels.
  mutating func length() throws(SceneComplaint) -> SceneLength {
    try value("pixels such as 20, or percent such as 50% or 100%-20", SceneLength.init(parsing:))
  }

  /// Factors across and down; one stands for both.
  mutating func scale() throws(SceneComplaint) -> SceneScale {
    let across = try number("a factor", -100...100)
    guard let next, !next.isQuoted, Self.number(next.text[...]) != nil else {
      return SceneScale(x: across, y: across)
    }
    return SceneScale(x: across, y: try number("a factor", -100...100))
  }

  /// A colour, or two for a gradient from top to bottom: `#102030 to #000000`.
  mutating func background() throws(SceneComplaint) -> Background {
    let top = try color()
    guard take("to") else { return .color(top) }
    return .gradient(top: top, bottom: try color())
  }

  /// How often: a number or `forever`.
  mutating func repeatCount() throws(SceneComplaint) -> RepeatCount {
    try value("forever or a number above 0, up to 1000000") { text -> RepeatCount? in
      guard let count = RepeatCount(parsing: text) else { return nil }
      if case .times(let times) = count, times > 1_000_000 { return nil }
      return count
    }
  }

  private mutating func color() throws(SceneComplaint) -> Color {
    try value("a colour such as #102030 or white", SceneColor.parse)
  }

  /// Reads `-12.5`, without rounding beyond six places.
  static func number(_ text: Substring) -> Double? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative ? text.dropFirst() : text
    guard let millionths = Decimal.parse(String(digits), places: 6) else { return nil }
    return Double(isNegative ? -millionths : millionths) / 1_000_000
  }
}

/// Colours as scene files write them.
enum SceneColor {
  private static let names: [(name: String, word: UInt32)] = [
    ("black", 0), ("white", 0xFFFFFF), ("gray", 0x808080), ("red", 0xFF0000), ("green", 0x008000),
    ("blue", 0x0000FF), ("yellow", 0xFFFF00), ("cyan", 0x00FFFF), ("magenta", 0xFF00FF),
    ("orange", 0xFFA500),
  ]

  /// Reads `#102030`, `#123` or a name.
  static func parse(_ text: String) -> Color? {
    if let named = names.first(where: { $0.name == text }) { return color(named.word) }
    let digits = text.utf8.dropFirst()
    guard text.hasPrefix("#"), digits.count == 6 || digits.count == 3,
      text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let word = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    if digits.count == 6 { return color(word) }
    // Each digit of the short form stands for two equal ones.
    return color((word >> 8 & 0xF) * 0x110000 + (word >> 4 & 0xF) * 0x1100 + (word & 0xF) * 0x11)
  }

  private static func color(_ word: UInt32) -> Color {
    Color(red: UInt8(word >> 16 & 0xFF), green: UInt8(word >> 8 & 0xFF), blue: UInt8(word & 0xFF))
  }
}
