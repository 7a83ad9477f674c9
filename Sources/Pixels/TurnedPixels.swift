/// A part of a bitmap as it looks turned: its first pixel, and the steps to the next ones.
///
/// Valid as long as the bitmap's bytes are lent.
struct TurnedPixels<Word: FixedWidthInteger & SIMDScalar & BitwiseCopyable> {
  /// Width and height once turned.
  let size: PixelSize
  private let first: UnsafeRawPointer
  /// Bytes from a pixel to the one on its right, and to the one below it.
  private let across: Int
  private let down: Int

  /// Rows that are turned together.
  ///
  /// Of as many pixels, side by side in the bitmap, each is one column's: a cache line of a row is
  /// read in two goes, the lines of all rows fit the second cache, and so few rows being written at
  /// once do not drive one another out of the first.
  static var band: Int { 8 }

  /// Looks at `part` of a bitmap's bytes through an orientation.
  init(
    _ bytes: UnsafeRawBufferPointer, strideBytes: Int, part: PixelRectangle,
    _ orientation: Orientation
  ) {
    let pixel = MemoryLayout<Word>.size
    precondition(
      !part.isEmpty && part.origin.x >= 0 && part.origin.y >= 0
        && (part.maxY - 1) * strideBytes + part.maxX * pixel <= bytes.count,
      "a part that is not in the bitmap")
    guard let base = bytes.baseAddress else { preconditionFailure("a bitmap has pixels") }
    size = orientation.turned(part.size)
    let back = orientation.inverse
    func offset(_ place: PixelPoint) -> Int { place.y * strideBytes + place.x * pixel }
    let corner = back.turned(PixelPoint.zero, in: size)
    first = base + offset(part.origin) + offset(corner)
    // A step is as long in every picture.
    let square = PixelSize(width: 2, height: 2)
    let start = offset(back.turned(PixelPoint.zero, in: square))
    across = offset(back.turned(PixelPoint(x: 1, y: 0), in: square)) - start
    down = offset(back.turned(PixelPoint(x: 0, y: 1), in: square)) - start
  }

  /// Whether a row lies in the bitmap as it is.
  var hasWholeRows: Bool { across == MemoryLayout<Word>.size }

  /// A row's bytes, where `hasWholeRows`.
  func row(_ y: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: first + y * down, count: size.width * MemoryLayout<Word>.size)
  }

  /// Writes some rows, which must lie in `target` from its start on.
  func copy(rows: Range<Int>, into target: UnsafeMutableRawBufferPointer, strideBytes: Int) {
    let pixel = MemoryLayout<Word>.size
    precondition(
      rows.isEmpty || target.count >= (rows.count - 1) * strideBytes + size.width * pixel,
      "too little room for turned rows")
    guard let base = target.baseAddress else { return }
    if hasWholeRows {
      for y in rows {
        (base + (y - rows.lowerBound) * strideBytes).copyMemory(
          from: first + y * down, byteCount: size.width * pixel)
      }
    } else if across == -pixel {
      for y in rows { mirror(row: y, into: base + (y - rows.lowerBound) * strideBytes) }
    } else {
      for y in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.band) {
        transpose(
          y..<min(y + Self.band, rows.upperBound), into: base + (y - rows.lowerBound) * strideBytes,
          strideBytes)
      }
    }
  }

  private func mirror(row y: Int, into target: UnsafeMutableRawPointer) {
    let last = first + y * down + (size.width - 1) * across
    let from = last.assumingMemoryBound(to: Word.self)
    let to = target.assumingMemoryBound(to: Word.self)
    let end = size.width - 1
    for x in 0...end { to[x] = from[end - x] }
  }

  // MARK: - Rows that become columns

  /// Writes a band of rows, which were columns: four by four pixels at a time.
  private func transpose(
    _ rows: Range<Int>, into target: UnsafeMutableRawPointer, _ strideBytes: Int
  ) {
    let pixel = MemoryLayout<Word>.size
    let wholeRows = rows.lowerBound + rows.count / 4 * 4
    let wholeColumns = size.width / 4 * 4
    for x in stride(from: 0, to: wholeColumns, by: 4) {
      for y in stride(from: rows.lowerBound, to: wholeRows, by: 4) {
        transposeSquare(
          x, y, into: target + (y - rows.lowerBound) * strideBytes + x * pixel, strideBytes)
      }
    }
    for y in rows {
      let from = first + y * down
      let to = target + (y - rows.lowerBound) * strideBytes
      for x in (y < wholeRows ? wholeColumns : 0)..<size.width {
        to.storeBytes(
          of: (from + x * across).loadUnaligned(as: Word.self), toByteOffset: x * pixel,
          as: Word.self)
      }
    }
  }

  @inline(__always) private func transposeSquare(
    _ x: Int, _ y: Int, into target: UnsafeMutableRawPointer, _ strideBytes: Int
  ) {
    // Where rows are read backwards, the last of the four lies first.
    let isBackwards = down < 0
    let from = first + x * across + (isBackwards ? y + 3 : y) * down
    let a = from.loadUnaligned(as: SIMD4<Word>.self)
    let b = from.loadUnaligned(fromByteOffset: across, as: SIMD4<Word>.self)
    let c = from.loadUnaligned(fromByteOffset: 2 * across, as: SIMD4<Word>.self)
    let d = from.loadUnaligned(fromByteOffset: 3 * across, as: SIMD4<Word>.self)
    for row in 0..<4 {
      target.storeBytes(
        of: SIMD4(a[row], b[row], c[row], d[row]),
        toByteOffset: (isBackwards ? 3 - row : row) * strideBytes, as: SIMD4<Word>.self)
    }
  }
}

extension TurnedPixels {
  /// Bytes that `forEachRow` takes for itself.
  static func scratchBytes(_ size: PixelSize, _ orientation: Orientation) -> Int {
    orientation == .upright ? 0 : min(band, size.height) * size.width * MemoryLayout<Word>.size
  }

  /// Lends every row from the top, whole and in ordinary memory.
  func forEachRow(_ body: (_ y: Int, _ row: UnsafeRawBufferPointer) -> Void) {
    if hasWholeRows {
      for y in 0..<size.height { body(y, row(y)) }
      return
    }
    let rowBytes = size.width * MemoryLayout<Word>.size
    let scratch = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(Self.band, size.height) * rowBytes, alignment: 64)
    defer { scratch.deallocate() }
    for start in stride(from: 0, to: size.height, by: Self.band) {
      let rows = start..<min(start + Self.band, size.height)
      copy(rows: rows, into: scratch, strideBytes: rowBytes)
      for y in rows {
        let offset = (y - start) * rowBytes
        body(y, UnsafeRawBufferPointer(rebasing: scratch[offset..<(offset + rowBytes)]))
      }
    }
  }
}
