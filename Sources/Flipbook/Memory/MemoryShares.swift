/// Allots a budget to those who want memory of it: by need, and never more than there is.
enum MemoryShares {
  /// What one of them wants.
  struct Claim: Hashable {
    /// Bytes without which it cannot go on.
    var least: Int
    /// Bytes beyond which it gains nothing.
    var most: Int
  }

  /// The bytes of each claim; their sum is at most `budget`.
  ///
  /// Everyone gets the least that he needs before anyone gets more. What is left makes shares equal,
  /// but nobody gets more than he can use while another wants it. Where not even the least of all fits,
  /// small needs go before large ones.
  static func allot(_ budget: Int, among claims: [Claim]) -> [Int] {
    guard budget > 0 else { return claims.map { _ in 0 } }
    let least = claims.map { max(0, $0.least) }
    let most = claims.map { max(0, $0.least, $0.most) }
    if sum(least) > budget {
      return level(budget, from: claims.map { _ in 0 }, to: least)
    }
    guard sum(most) < budget, !claims.isEmpty else { return level(budget, from: least, to: most) }
    let extra = (budget - sum(most)) / claims.count
    return most.map { $0 + extra }
  }

  /// The highest common level that fits, within each one's own bounds.
  private static func level(_ budget: Int, from low: [Int], to high: [Int]) -> [Int] {
    func shares(_ level: Int) -> [Int] {
      zip(low, high).map { min(max($0, level), $1) }
    }
    var fits = 0
    var exceeds = budget + 1
    while exceeds - fits > 1 {
      let middle = fits + (exceeds - fits) / 2
      if sum(shares(middle)) <= budget { fits = middle } else { exceeds = middle }
    }
    return shares(fits)
  }

  private static func sum(_ values: [Int]) -> Int {
    values.reduce(0) { sum, value in
      let (longer, isTooLong) = sum.addingReportingOverflow(value)
      return isTooLong ? .max : longer
    }
  }
}
