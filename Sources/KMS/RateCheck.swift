/// Finds a display that really runs at another rate than its mode says.
///
/// Some drivers make the rate up, or scan at one of their own. Where sequence and time disagree with
/// the mode but agree with each other several times on end, what they say is the period.
struct RateCheck: Sendable, Equatable {
  private static let needed = 4

  private var last: (sequence: UInt32, timestamp: Int64)?
  private var candidate = 0.0
  private var agreements = 0

  /// Takes a flip in.
  ///
  /// - Returns: the period in nanoseconds once it is certain that it is another one.
  mutating func add(sequence: UInt32, timestamp: Int64, isNear: Bool) -> Double? {
    defer { last = (sequence, timestamp) }
    guard !isNear, let last else {
      agreements = 0
      return nil
    }
    let steps = sequence &- last.sequence
    guard steps > 0, steps < 1000 else {
      agreements = 0
      return nil
    }
    let measured = Double(timestamp - last.timestamp) / Double(steps)
    guard (1e6...1e9).contains(measured) else { return nil }
    agreements = abs(measured - candidate) < 0.02 * candidate ? agreements + 1 : 1
    candidate = measured
    guard agreements >= Self.needed else { return nil }
    agreements = 0
    return measured
  }

  static func == (left: RateCheck, right: RateCheck) -> Bool {
    left.candidate == right.candidate && left.agreements == right.agreements
      && left.last?.sequence == right.last?.sequence
      && left.last?.timestamp == right.last?.timestamp
  }
}
