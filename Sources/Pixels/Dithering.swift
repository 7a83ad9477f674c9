extension Bitmap {
  /// Makes an `rgb565` bitmap of this `xrgb8888` one, ordered dither in place of the lost bits.
  ///
  /// The pattern is Bayer's of 4x4, fixed to the screen, so that what stands still does not
  /// crawl. Colours that 565 holds exactly (black and white among them) come out as they are; for
  /// the others the average over the pattern is the colour asked for.
  ///
  /// - Parameters:
  ///   - origin: where the result's corner lies on the screen.
  ///   - orientation: how the result is turned; the pattern is not.
  ///   - pool: where the result's memory comes from.
  public borrowing func dithered(
    at origin: PixelPoint, turned orientation: Orientation = .upright, pool: BitmapPool? = nil
  ) -> Bitmap {
    precondition(format.bytesPerPixel == 4, "only pixels of 32 bits are dithered")
    var result = Bitmap(size: orientation.turned(size), format: .rgb565, pool: pool)
    let (width, stride) = (result.size.width, strideBytes)
    let all = PixelRectangle(origin: .zero, size: size)
    withBytes { from in
      result.withMutableBytes { to in
        let to = to.assumingMemoryBound(to: UInt16.self)
        let pixels = TurnedPixels<UInt32>(from, strideBytes: stride, part: all, orientation)
        pixels.forEachRow { y, row in
          DitherRow(y: origin.y + y, firstX: origin.x).convert(
            row.assumingMemoryBound(to: UInt32.self),
            into: UnsafeMutableBufferPointer(rebasing: to[(y * width)..<((y + 1) * width)]))
        }
      }
    }
    return result
  }

  /// Bytes that `dithered(at:turned:)` takes while it works, beside the two bitmaps.
  public static func ditheringBytes(size: PixelSize, turned orientation: Orientation) -> Int {
    TurnedPixels<UInt32>.scratchBytes(orientation.turned(size), orientation)
  }
}

extension Color {
  /// The 565 word of this colour for a place on the screen, dithered as pictures are.
  public func rgb565(x: Int, y: Int) -> UInt16 {
    DitherRow(y: y, firstX: x).convert(word, column: 0)
  }

  /// The word `0xffRRGGBB`.
  public var word: UInt32 {
    0xff00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }
}

/// What is added to the pixels of one row before their low bits are cut.
///
/// A channel of `n` bits shows `q` as the 8-bit value `e(q)`, its bits repeated. `v - (v >> n)` brings
/// `e(q)` to `q << (8 - n)`, so that anything below `1 << (8 - n)` may be added to it and `q` remains.
struct DitherRow {
  // Red and blue lie 16 bits apart and take 3 bits of the pattern; green takes 2.
  private let redBlue: SIMD4<UInt32>
  private let green: SIMD4<UInt32>

  /// Takes the row of the pattern that belongs to a row of the screen.
  init(y: Int, firstX: Int) {
    var redBlue = SIMD4<UInt32>()
    var green = SIMD4<UInt32>()
    for column in 0..<4 {
      let threshold = Self.bayer[(y & 3) * 4 + (firstX + column) & 3]
      redBlue[column] = (threshold >> 1) * 0x0001_0001
      green[column] = threshold >> 2
    }
    self.redBlue = redBlue
    self.green = green
  }

  /// Converts a row of words, the first of which is at the pattern's first column.
  func convert(
    _ from: UnsafeBufferPointer<UInt32>, into to: UnsafeMutableBufferPointer<UInt16>
  ) {
    let bytes = UnsafeRawBufferPointer(from)
    let target = UnsafeMutableRawBufferPointer(to)
    let whole = from.count / 4
    for group in 0..<whole {
      let words = bytes.loadUnaligned(fromByteOffset: group * 16, as: SIMD4<UInt32>.self)
      var pair = words & 0x00ff_00ff
      pair = pair &- (pair &>> 5 & 0x0007_0007) &+ redBlue
      var middle = words &>> 8 & 0xff
      middle = middle &- (middle &>> 6) &+ green
      let shorts = pair &>> 8 & 0xf800 | middle &<< 3 & 0x07e0 | pair &>> 3 & 0x1f
      target.storeBytes(
        of: SIMD4<UInt16>(truncatingIfNeeded: shorts), toByteOffset: group * 8,
        as: SIMD4<UInt16>.self)
    }
    for column in (whole * 4)..<from.count { to[column] = convert(from[column], column: column) }
  }

  /// Converts the word of a pixel `column` to the right of the first.
  @inline(__always) func convert(_ word: UInt32, column: Int) -> UInt16 {
    var pair = word & 0x00ff_00ff
    pair = pair &- (pair >> 5 & 0x0007_0007) &+ redBlue[column & 3]
    var middle = word >> 8 & 0xff
    middle = middle &- (middle >> 6) &+ green[column & 3]
    return UInt16(
      truncatingIfNeeded: pair >> 8 & 0xf800 | middle << 3 & 0x07e0 | pair >> 3 & 0x1f)
  }

  private static let bayer: [UInt32] = [
    0, 8, 2, 10,
    12, 4, 14, 6,
    3, 11, 1, 9,
    15, 7, 13, 5,
  ]
}
