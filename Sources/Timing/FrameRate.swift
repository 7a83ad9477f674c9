/// Frames a second as an exact fraction, so that 23.976 never drifts.
public struct FrameRate: Sendable, Hashable, CustomStringConvertible {
  /// Frames in `denominator` seconds; at least 1.
  public let numerator: Int64
  /// Seconds that `numerator` frames take; at least 1.
  public let denominator: Int64

  /// The rate of a player that was not told another: 30 frames a second.
  public static let standard = FrameRate(numerator: 30, denominator: 1)

  /// Makes a rate from a fraction; both parts must be positive.
  public init(numerator: Int64, denominator: Int64) {
    precondition(numerator > 0 && denominator > 0, "a frame rate is a positive fraction")
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Makes the rate at which `frames` take `nanoseconds`; nil unless both are positive.
  public init?(frames: Int, inNanoseconds nanoseconds: Int64) {
    guard frames > 0, nanoseconds > 0 else { return nil }
    let (scaled, overflow) = Int64(frames).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return nil }
    self.init(numerator: scaled, denominator: nanoseconds)
  }

  /// Reads a rate: `30`, `12.5`, `30000/1001`, or a broadcast rate by its usual decimals.
  ///
  /// 23.976, 29.97, 47.952, 59.94 and 119.88 mean the fractions over 1001 that those decimals
  /// stand for. Nil for what is not a number between 0.001 and 1000.
  public init?(parsing text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let numerator = Int64(parts[0]), let denominator = Int64(parts[1]),
        1...1_000_000_000 ~= numerator, 1...1_000_000_000 ~= denominator
      else { return nil }
      self.init(numerator: numerator, denominator: denominator)
    } else {
      guard let thousandths = Decimal.parse(text, places: 6), thousandths > 0 else { return nil }
      if let broadcast = Self.broadcast(millionths: thousandths) {
        self = broadcast
      } else {
        self.init(numerator: thousandths, denominator: 1_000_000)
      }
    }
    guard framesPerSecond >= 0.001, framesPerSecond <= 1000 else { return nil }
  }

  /// The rate as a floating-point number, for display and rough sums only.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// How long a frame is shown, in nanoseconds, for display and rough sums only.
  public var frameNanoseconds: Double { 1e9 * Double(denominator) / Double(numerator) }

  /// "30", "12.5", or "24000/1001".
  public var description: String {
    if denominator == 1 { return "\(numerator)" }
    return 1_000_000 % denominator == 0 ? "\(framesPerSecond)" : "\(numerator)/\(denominator)"
  }

  private static func broadcast(millionths: Int64) -> FrameRate? {
    for whole: Int64 in [24, 30, 48, 60, 120] {
      let exact = Double(whole) * 1_000_000 / 1.001
      // 23.976, 23.98 and 23.976024 are all meant; 24 and 23.9 are not.
      if abs(Double(millionths) - exact) < 6_000 {
        return FrameRate(numerator: whole * 1000, denominator: 1001)
      }
    }
    return nil
  }

  static func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
    var (a, b) = (first, second)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
