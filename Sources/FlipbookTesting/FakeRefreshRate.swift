/// How often a simulated display refreshes, as an exact fraction: vblank 10⁹ is as exact as the first.
public struct FakeRefreshRate: Sendable, Hashable, CustomStringConvertible {
  /// Refreshes in `denominator` seconds; at least 1.
  public let numerator: Int
  /// Seconds in which `numerator` refreshes happen; at least 1.
  public let denominator: Int

  /// Makes a rate of `numerator` refreshes in `denominator` seconds; both from 1 to a milliard.
  public init(_ numerator: Int, per denominator: Int = 1) {
    let range = 1...1_000_000_000
    precondition(range.contains(numerator) && range.contains(denominator), "rate out of range")
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Reads "60", "0.01" or "59.94"; the broadcast rates are taken as N · 1000/1001.
  ///
  /// - Returns: nil for what is no number, is not above 0 or has more than six decimals
  ///   or nine digits.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = Self.digits(parts[0], atMost: 4) else {
      return nil
    }
    var numerator = whole
    var denominator = 1
    if parts.count == 2 {
      guard let decimals = Self.digits(parts[1], atMost: 6) else { return nil }
      for _ in parts[1] { denominator *= 10 }
      numerator = whole * denominator + decimals
    }
    guard 1...1_000_000_000 ~= numerator else { return nil }
    let thousandths = numerator * 1000 / denominator
    if let broadcast = Self.broadcastRates[thousandths], parts.count == 2 {
      self.init(broadcast * 1000, per: 1001)
    } else {
      self.init(numerator, per: denominator)
    }
  }

  /// Refreshes a second, rounded to what a `Double` holds.
  public var hertz: Double { Double(numerator) / Double(denominator) }

  /// "60", "59.94", "0.01": at most three decimals.
  public var description: String {
    let thousandths = (numerator * 1000 + denominator / 2) / denominator
    guard thousandths > 0 else { return "\(numerator)/\(denominator)" }
    var decimals = String(thousandths % 1000 + 1000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return decimals.isEmpty ? "\(thousandths / 1000)" : "\(thousandths / 1000).\(decimals)"
  }

  /// Nanoseconds from refresh 0 to refresh `index`, rounded down once.
  func nanoseconds(toRefresh index: UInt64) -> Int64 {
    let scaled = UInt128(index) * UInt128(1_000_000_000 * denominator)
    return Int64(scaled / UInt128(numerator))
  }

  /// The last refresh that has begun `nanoseconds` after refresh 0; nil before that.
  func lastRefresh(by nanoseconds: Int64) -> UInt64? {
    guard nanoseconds >= 0 else { return nil }
    // The largest k with floor(k·10⁹·d/n) ≤ t is the largest k below (t + 1)·n / (10⁹·d).
    let scaled = UInt128(nanoseconds + 1) * UInt128(numerator)
    return UInt64((scaled - 1) / UInt128(1_000_000_000 * denominator))
  }

  /// What is written 23.976 or 59.94 is a thousandth less than a whole rate, in thousandths.
  private static let broadcastRates: [Int: Int] = [
    23_976: 24, 23_980: 24, 29_970: 30, 47_952: 48, 47_950: 48, 59_940: 60, 119_880: 120,
  ]

  private static func digits(_ text: some StringProtocol, atMost count: Int) -> Int? {
    guard (1...count).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}
