extension Bitmap {
  /// Makes a smaller bitmap by averaging rectangles of `columns` x `rows` pixels, rounded.
  ///
  /// The rectangles at the right and bottom edges may hold fewer pixels and weigh the same.
  ///
  /// - Parameters:
  ///   - columns: pixels across that become one, at least 1.
  ///   - rows: pixels down that become one, at least 1.
  ///   - part: what of this bitmap becomes smaller, counted from its corner; nil for all.
  ///   - pool: where the result's memory comes from.
  /// - Returns: a bitmap of the same format, `xrgb8888` or `argb8888`.
  public borrowing func reduced(
    columns: Int, rows: Int, part: PixelRectangle? = nil, pool: BitmapPool? = nil
  ) -> Bitmap {
    precondition(format.bytesPerPixel == 4, "pixels of 32 bits are averaged, then converted")
    let part = part ?? PixelRectangle(origin: .zero, size: size)
    let (size, corner) = (part.size, part.origin)
    let reduced = PixelSize(
      width: (size.width + columns - 1) / columns, height: (size.height + rows - 1) / rows)
    var result = Bitmap(size: reduced, format: format, pool: pool)
    let stride = strideBytes / 4
    withBytes { from in
      result.withMutableBytes { to in
        let from = UnsafeBufferPointer(
          rebasing: from.assumingMemoryBound(to: UInt32.self)
            .dropFirst(corner.y * stride + corner.x))
        let to = to.assumingMemoryBound(to: UInt32.self)
        for y in 0..<reduced.height {
          let bottom = min(size.height, (y + 1) * rows)
          for x in 0..<reduced.width {
            let right = min(size.width, (x + 1) * columns)
            // Two channels in each word: 32 bits hold the sum of 16 million pixels.
            var redBlue: UInt64 = 0
            var alphaGreen: UInt64 = 0
            for row in (y * rows)..<bottom {
              for column in (x * columns)..<right {
                let word = UInt64(from[row * stride + column])
                redBlue &+= (word & 0xff) | (word & 0x00ff_0000) << 16
                alphaGreen &+= (word >> 8 & 0xff) | (word & 0xff00_0000) << 8
              }
            }
            let area = UInt64((bottom - y * rows) * (right - x * columns))
            let half = area / 2
            let blue = ((redBlue & 0xffff_ffff) + half) / area
            let red = ((redBlue >> 32) + half) / area
            let green = ((alphaGreen & 0xffff_ffff) + half) / area
            let alpha = ((alphaGreen >> 32) + half) / area
            to[y * reduced.width + x] = UInt32(alpha << 24 | red << 16 | green << 8 | blue)
          }
        }
      }
    }
    return result
  }
}
