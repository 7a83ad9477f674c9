public import Pixels

extension ScannedPicture {
  /// A copy of what is visible, in its own format and without padding.
  public func bitmap() -> Bitmap {
    var copy = Bitmap(size: size, format: format)
    let rowBytes = copy.strideBytes
    withPixels { source in
      copy.withMutableBytes { target in
        for row in 0..<size.height {
          let start = row * strideBytes
          UnsafeMutableRawBufferPointer(
            rebasing: target[row * rowBytes..<(row + 1) * rowBytes]
          ).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: source[start..<start + rowBytes]))
        }
      }
    }
    return copy
  }

  /// A smaller picture of it, each pixel the mean of the area that it stands for.
  ///
  /// - Parameter target: the size, from 1x1 to the size of this picture.
  public func reduced(to target: PixelSize) -> Bitmap {
    precondition((1...size.width).contains(target.width))
    precondition((1...size.height).contains(target.height))
    var reduction = AreaReduction(source: size, target: target)
    var result = Bitmap(size: target, format: .xrgb8888)
    let stride = result.strideBytes
    withPixels { pixels in
      result.withMutableBytes { bytes in
        var done = 0
        for row in 0..<size.height {
          reduction.addRow(
            UnsafeRawBufferPointer(rebasing: pixels[(row * strideBytes)...]), format: format)
          while let words = reduction.takeRow() {
            for (x, word) in words.enumerated() {
              bytes.storeBytes(of: word, toByteOffset: done * stride + x * 4, as: UInt32.self)
            }
            done += 1
          }
        }
      }
    }
    return result
  }
}

/// Sums up rows of a picture into fewer rows of fewer pixels, with exact fractions at the edges.
private struct AreaReduction {
  // A source pixel is `target.width` units wide and a target pixel `source.width`: all edges are
  // whole numbers, and the weights of a target pixel sum up to source.width · source.height.
  private let source: PixelSize
  private let target: PixelSize
  private var rowSums: [UInt32]
  private var sums: [UInt64]
  /// Units of the present source row that are not yet summed up, and of the target row not filled.
  private var unusedUnits = 0
  private var missingUnits: Int

  init(source: PixelSize, target: PixelSize) {
    self.source = source
    self.target = target
    rowSums = Array(repeating: 0, count: target.width * 3)
    sums = Array(repeating: 0, count: target.width * 3)
    missingUnits = source.height
  }

  mutating func addRow(_ row: UnsafeRawBufferPointer, format: PixelFormat) {
    let (width, units, needed) = (source.width, target.width, source.width)
    let bytesPerPixel = format.bytesPerPixel
    rowSums.withUnsafeMutableBufferPointer { sums in
      sums.update(repeating: 0)
      var index = 0
      var missing = needed
      for x in 0..<width {
        let pixel = PixelChannels(row, at: x * bytesPerPixel, format: format)
        let (red, green, blue) = (UInt32(pixel.red), UInt32(pixel.green), UInt32(pixel.blue))
        let first = UInt32(min(units, missing))
        sums[index] &+= red &* first
        sums[index + 1] &+= green &* first
        sums[index + 2] &+= blue &* first
        missing -= Int(first)
        guard missing == 0, x + 1 < width else { continue }
        let second = UInt32(units) - first
        index += 3
        missing = needed - Int(second)
        sums[index] &+= red &* second
        sums[index + 1] &+= green &* second
        sums[index + 2] &+= blue &* second
      }
    }
    unusedUnits = target.height
  }

  /// The next target row, once its source rows are there; nil before.
  mutating func takeRow() -> [UInt32]? {
    let units = min(unusedUnits, missingUnits)
    guard units > 0 else { return nil }
    for index in sums.indices { sums[index] &+= UInt64(rowSums[index]) &* UInt64(units) }
    unusedUnits -= units
    missingUnits -= units
    guard missingUnits == 0 else { return nil }
    missingUnits = source.height
    let weight = UInt64(source.width * source.height)
    let words = (0..<target.width).map { x in
      let (red, green, blue) = (
        mean(x * 3, weight), mean(x * 3 + 1, weight), mean(x * 3 + 2, weight)
      )
      return red << 16 | green << 8 | blue
    }
    for index in sums.indices { sums[index] = 0 }
    return words
  }

  private func mean(_ index: Int, _ weight: UInt64) -> UInt32 {
    UInt32((sums[index] + weight / 2) / weight)
  }
}
