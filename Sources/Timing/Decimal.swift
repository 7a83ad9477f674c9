/// Decimal numbers as people type them, read without rounding.
public enum Decimal {
  /// Reads `12`, `12.5` or `.5` as a count of units of 10^-`places`; nil for anything else.
  ///
  /// Digits beyond `places` are cut off; a number that does not fit 64 bits is nil.
  public static func parse(_ text: String, places: Int) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let whole = parts[0]
    let fraction = parts.count == 2 ? parts[1] : ""
    guard !(whole.isEmpty && fraction.isEmpty), parts.count == 1 || !fraction.isEmpty,
      (whole + fraction).allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    let kept = fraction.prefix(places)
    return Int64(whole + kept + String(repeating: "0", count: places - kept.count))
  }

  /// Reads seconds as nanoseconds.
  public static func nanoseconds(ofSeconds text: String) -> Int64? { parse(text, places: 9) }
}
