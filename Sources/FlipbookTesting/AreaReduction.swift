import Pixels

/// Sums up rows of a picture into fewer rows of fewer pixels, with exact fractions at the edges.
struct AreaReduction {
  // A source row is `target.height` units high and a target row `source.height`, and so across:
  // all edges are whole numbers, and the weights of a target pixel sum up to
  // source.width · source.height. Rows come first: whole rows are plain additions of bytes, which
  // the compiler turns into vectors.
  private let source: PixelSize
  private let target: PixelSize
  private var sums: [UInt32]
  /// Rows that count whole, not yet in `sums`; 257 of them fill 16 bits.
  private var wholeSums: [UInt16]
  private var wholeRows = 0
  private var expanded: [UInt8] = []
  /// Units of the present source row that are not yet summed up, and of the target row not filled.
  private var unusedUnits = 0
  private var missingUnits: Int

  init(source: PixelSize, target: PixelSize) {
    self.source = source
    self.target = target
    sums = Array(repeating: 0, count: source.width * 4)
    wholeSums = Array(repeating: 0, count: source.width * 4)
    missingUnits = source.height
  }

  /// Takes the next source row, and gives each target row that it completes to `finish`.
  mutating func add(
    _ row: UnsafeRawBufferPointer, format: PixelFormat, finish: ([UInt32]) -> Void
  ) {
    unusedUnits = target.height
    while unusedUnits > 0 {
      let units = min(unusedUnits, missingUnits)
      accumulate(row, format: format, weight: UInt32(units))
      unusedUnits -= units
      missingUnits -= units
      guard missingUnits == 0 else { continue }
      addWholeRows()
      finish(words())
      missingUnits = source.height
      sums.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }
  }

  private mutating func accumulate(
    _ row: UnsafeRawBufferPointer, format: PixelFormat, weight: UInt32
  ) {
    guard format == .rgb565 else { return accumulate(row, weight: weight) }
    expanded = (0..<source.width).flatMap { x in
      let pixel = PixelChannels(row, at: x * 2, format: format)
      return [pixel.blue, pixel.green, pixel.red, 0]
    }
    let line = expanded
    line.withUnsafeBytes { accumulate($0, weight: weight) }
  }

  private mutating func accumulate(_ row: UnsafeRawBufferPointer, weight: UInt32) {
    let bytes = row.bindMemory(to: UInt8.self)
    if weight == target.height {
      wholeSums.withUnsafeMutableBufferPointer { sums in
        for index in 0..<sums.count { sums[index] &+= UInt16(bytes[index]) }
      }
      wholeRows += 1
      if wholeRows == 257 { addWholeRows() }
    } else {
      sums.withUnsafeMutableBufferPointer { sums in
        for index in 0..<sums.count { sums[index] &+= UInt32(bytes[index]) &* weight }
      }
    }
  }

  private mutating func addWholeRows() {
    guard wholeRows > 0 else { return }
    let weight = UInt32(target.height)
    sums.withUnsafeMutableBufferPointer { sums in
      wholeSums.withUnsafeMutableBufferPointer { whole in
        for index in 0..<sums.count { sums[index] &+= UInt32(whole[index]) &* weight }
        whole.update(repeating: 0)
      }
    }
    wholeRows = 0
  }

  /// The target row that the sums stand for.
  private func words() -> [UInt32] {
    let weight = UInt64(source.width * source.height)
    var words: [UInt32] = []
    words.reserveCapacity(target.width)
    var (blue, green, red): (UInt64, UInt64, UInt64) = (0, 0, 0)
    var missing = source.width
    for x in 0..<source.width {
      var unused = target.width
      while unused > 0 {
        let units = min(unused, missing)
        blue &+= UInt64(sums[x * 4]) &* UInt64(units)
        green &+= UInt64(sums[x * 4 + 1]) &* UInt64(units)
        red &+= UInt64(sums[x * 4 + 2]) &* UInt64(units)
        unused -= units
        missing -= units
        guard missing == 0 else { continue }
        let half = weight / 2
        words.append(
          UInt32((red + half) / weight) << 16 | UInt32((green + half) / weight) << 8
            | UInt32((blue + half) / weight))
        (blue, green, red) = (0, 0, 0)
        missing = source.width
      }
    }
    return words
  }
}
