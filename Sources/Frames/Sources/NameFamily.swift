/// File names that differ only in their digits: `frame-1.png`, `frame-02.png`, `frame-10.png`.
///
/// A family is of pictures if one of its first 64 is. So a folder of thousands opens after one
/// look, and a damaged file among numbered frames keeps its place and is named as a bad frame.
struct NameFamily {
  /// What tells a family from others: the name with each run of digits as one zero byte.
  static func key(of name: String) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(name.utf8.count)
    for byte in name.utf8 {
      if byte &- 0x30 >= 10 {
        key.append(byte)
      } else if key.last != 0 {
        key.append(0)
      }
    }
    return key
  }

  /// The number of each name; nil where it has none that an `Int` holds.
  let numbers: [Int?]
  /// Whether one run of digits alone changes from name to name: then the numbers count frames.
  let isCounted: Bool

  /// Finds the run of digits that counts the frames: the last that changes from name to name.
  ///
  /// - Parameter names: of one family; not empty.
  init(_ names: [String]) {
    let runs = names.map(Self.digitRuns)
    let runCount = runs[0].count
    let changing = (0..<runCount).filter { run in
      runs.contains { !$0[run].elementsEqual(runs[0][run]) }
    }
    isCounted = changing.count == 1
    // A single name: digits in its suffix (`.jp2`) are no number unless there are no others.
    let stem =
      names[0].utf8.lastIndex(of: UInt8(ascii: ".")).map { names[0][..<$0] } ?? names[0][...]
    let stemRuns = Self.digitRuns(String(stem)).count
    guard let chosen = changing.last ?? (stemRuns > 0 ? stemRuns - 1 : nil) else {
      numbers = names.map { _ in nil }
      return
    }
    numbers = runs.map { Int(Substring($0[chosen])) }
  }

  /// Numbers that are missing between the first and the last.
  ///
  /// Where most frames stand apart, the numbers count in steps or are times; those are no holes.
  var holes: [ClosedRange<Int>] {
    guard isCounted else { return [] }
    let present = numbers.compactMap(\.self).sorted()
    var holes: [ClosedRange<Int>] = []
    for (before, after) in zip(present, present.dropFirst()) where after - before > 1 {
      holes.append((before + 1)...(after - 1))
    }
    return holes.count * 2 <= present.count ? holes : []
  }

  private static func digitRuns(_ name: String) -> [Substring.UTF8View] {
    name.utf8.split { $0 &- 0x30 >= 10 }
  }
}
