import Pixels

/// The channels of one pixel, 8 bits each; alpha is 255 where the format has none.
struct PixelChannels: Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  var alpha: UInt8

  /// Reads a pixel where it lies; five and six bits are widened so that white stays white.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int, format: PixelFormat) {
    if format == .rgb565 {
      let word = UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8
      let (red, green, blue) = (word >> 11, word >> 5 & 63, word & 31)
      self.red = UInt8(truncatingIfNeeded: red << 3 | red >> 2)
      self.green = UInt8(truncatingIfNeeded: green << 2 | green >> 4)
      self.blue = UInt8(truncatingIfNeeded: blue << 3 | blue >> 2)
      alpha = 255
    } else {
      blue = bytes[offset]
      green = bytes[offset + 1]
      red = bytes[offset + 2]
      alpha = format == .argb8888 ? bytes[offset + 3] : 255
    }
  }

  /// The largest distance of a channel from that of another pixel.
  @inline(__always)
  func distance(to other: PixelChannels) -> UInt8 {
    func apart(_ a: UInt8, _ b: UInt8) -> UInt8 { a > b ? a - b : b - a }
    return max(
      max(apart(red, other.red), apart(green, other.green)),
      max(apart(blue, other.blue), apart(alpha, other.alpha)))
  }
}
