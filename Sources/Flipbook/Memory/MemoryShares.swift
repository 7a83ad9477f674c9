/// Allots a budget to those who want memory of it: by need, and never more than there is.
enum MemoryShares {
  /// What one of them wants.
  struct Claim: Hashable {
    /// Bytes without which it cannot go on.
    var least: Int
    /// Bytes beyond which it gains nothing, as far as is known.
    var most: Int
    /// Bytes that it may have at all.
    var limit = Int.max
  }

  /// The bytes of each claim; their sum is at most `budget`.
  ///
  /// Everyone gets the least that he needs before anyone gets more. What is left makes shares equal,
  /// but nobody gets more than he can use while another wants it. Where not even the least of all fits,
  /// those who came first get theirs: a few that play are better than many that do not.
  static func allot(_ budget: Int, among claims: [Claim]) -> [Int] {
    guard budget > 0 else { return claims.map { _ in 0 } }
    let limit = claims.map { max(0, $0.limit) }
    let least = zip(claims, limit).map { min(max(0, $0.least), $1) }
    let most = zip(claims, limit).map { min(max(0, $0.least, $0.most), $1) }
    if sum(least) > budget {
      var left = budget
      return least.map { bytes in
        let share = min(bytes, left)
        left -= share
        return share
      }
    }
    if sum(most) > budget { return level(budget, from: least, to: most) }
    return level(budget, from: most, to: limit)
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
