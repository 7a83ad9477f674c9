/// The order in which people number files: `progress-2` before `progress-10`.
///
/// Runs of digits compare by value, however long; all other bytes as they are. Names that are
/// equal but for leading zeros come with the fewest zeros first. It is a total order.
enum NaturalOrder {
  /// Less than 0, 0 or more than 0 as `left` comes before, is, or comes after `right`.
  static func compare(_ left: String, _ right: String) -> Int {
    let fast = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right in compare(left.span, right.span) }
    }
    if let answer = fast ?? nil { return answer }
    return compare(Array(left.utf8).span, Array(right.utf8).span)
  }

  /// The places of names in order: the first of them is the place of the first name.
  ///
  /// Thousands of names are compared as bytes that lie together, which is quicker than as strings.
  static func order(of names: [String]) -> [Int] {
    var bytes: [UInt8] = []
    var ends: [Int] = [0]
    ends.reserveCapacity(names.count + 1)
    for name in names {
      bytes.append(contentsOf: name.utf8)
      ends.append(bytes.count)
    }
    let span = bytes.span
    return names.indices.sorted { left, right in
      let leftName = span.extracting(ends[left]..<ends[left + 1])
      return compare(leftName, span.extracting(ends[right]..<ends[right + 1])) < 0
    }
  }

  private static func compare(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    var leftPlace = 0
    var rightPlace = 0
    // Zeros decide only where all else is equal, or `a01b1` would come after `a1b2`.
    var byZeros = 0
    while leftPlace < left.count, rightPlace < right.count {
      let leftByte = left[leftPlace]
      let rightByte = right[rightPlace]
      guard isDigit(leftByte), isDigit(rightByte) else {
        if leftByte != rightByte { return Int(leftByte) - Int(rightByte) }
        leftPlace += 1
        rightPlace += 1
        continue
      }
      let leftRun = digitRun(left, from: leftPlace)
      let rightRun = digitRun(right, from: rightPlace)
      let byValue = compareValues(left, leftRun, right, rightRun)
      if byValue != 0 { return byValue }
      if byZeros == 0 { byZeros = (leftRun.end - leftPlace) - (rightRun.end - rightPlace) }
      leftPlace = leftRun.end
      rightPlace = rightRun.end
    }
    let byRest = (left.count - leftPlace) - (right.count - rightPlace)
    return byRest != 0 ? byRest : byZeros
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Where a run's first digit that is no leading zero lies, and where the run ends.
  private static func digitRun(
    _ bytes: Span<UInt8>, from start: Int
  ) -> (significant: Int, end: Int) {
    var significant = start
    while significant < bytes.count, bytes[significant] == 0x30 { significant += 1 }
    var end = significant
    while end < bytes.count, isDigit(bytes[end]) { end += 1 }
    return (significant, end)
  }

  private static func compareValues(
    _ left: Span<UInt8>, _ leftRun: (significant: Int, end: Int),
    _ right: Span<UInt8>, _ rightRun: (significant: Int, end: Int)
  ) -> Int {
    let length = leftRun.end - leftRun.significant
    let byLength = length - (rightRun.end - rightRun.significant)
    if byLength != 0 { return byLength }
    for offset in 0..<length {
      let byDigit =
        Int(left[leftRun.significant + offset]) - Int(right[rightRun.significant + offset])
      if byDigit != 0 { return byDigit }
    }
    return 0
  }
}
