import CPNG

/// Writes bitmaps as PNG files in memory.
public enum PNGEncoder {
  /// Encodes a bitmap.
  ///
  /// `xrgb8888` and `rgb565` become 8-bit RGB, `argb8888` 8-bit RGBA with its colours divided by
  /// alpha again. Rests on `png_write_row`.
  ///
  /// - Parameters:
  ///   - bitmap: the pixels.
  ///   - level: zlib's, 0 (stored) to 9 (smallest); 1 is quick.
  /// - Returns: the bytes of the file.
  public static func encode(_ bitmap: borrowing Bitmap, level: Int = 1) -> [UInt8] {
    let channels = bitmap.format == .argb8888 ? 4 : 3
    let size = bitmap.size
    let format = bitmap.format
    var rows = [UInt8](repeating: 0, count: size.width * size.height * channels)
    bitmap.withBytes { bytes in
      rows.withUnsafeMutableBytes { samples in
        for index in 0..<(size.width * size.height) {
          let color = samplesOfPixel(index, format, bytes)
          samples[index * channels] = color.red
          samples[index * channels + 1] = color.green
          samples[index * channels + 2] = color.blue
          if channels == 4 { samples[index * 4 + 3] = color.alpha }
        }
      }
    }
    var output: UnsafeMutablePointer<UInt8>?
    var count = 0
    var message = [CChar](repeating: 0, count: Int(CPNG_MESSAGE_SIZE))
    let code = cpng_encode(
      rows, size.width * channels, UInt32(size.width), UInt32(size.height), CInt(channels),
      CInt(min(9, max(0, level))), &output, &count, &message)
    // Nothing in a bitmap makes libpng refuse it: memory has run out.
    guard code == 0, let output else { fatalError("no memory to encode a PNG of \(size)") }
    defer { cpng_free(output) }
    return [UInt8](UnsafeBufferPointer(start: output, count: count))
  }

  @inline(__always) private static func samplesOfPixel(
    _ index: Int, _ format: PixelFormat, _ bytes: UnsafeRawBufferPointer
  ) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    switch format {
    case .xrgb8888:
      return (bytes[index * 4 + 2], bytes[index * 4 + 1], bytes[index * 4], 255)
    case .argb8888:
      let alpha = bytes[index * 4 + 3]
      return (
        divided(bytes[index * 4 + 2], by: alpha), divided(bytes[index * 4 + 1], by: alpha),
        divided(bytes[index * 4], by: alpha), alpha
      )
    case .rgb565:
      let word = bytes.load(fromByteOffset: index * 2, as: UInt16.self)
      let red = word >> 11
      let green = word >> 5 & 0x3f
      let blue = word & 0x1f
      return (
        UInt8(red << 3 | red >> 2), UInt8(green << 2 | green >> 4), UInt8(blue << 3 | blue >> 2),
        255
      )
    }
  }

  private static func divided(_ channel: UInt8, by alpha: UInt8) -> UInt8 {
    guard alpha > 0 else { return 0 }
    return UInt8(min(255, (Int(channel) * 255 + Int(alpha) / 2) / Int(alpha)))
  }
}
