extension Bitmap {
  /// Makes a turned bitmap of all or a part of this one, pixel for pixel.
  ///
  /// - Parameters:
  ///   - orientation: how it is turned.
  ///   - part: inside this bitmap, at least 1x1; nil for all.
  ///   - pool: where the result's memory comes from.
  /// - Returns: a bitmap of the same format.
  public borrowing func turned(
    _ orientation: Orientation, part: PixelRectangle? = nil, pool: BitmapPool? = nil
  ) -> Bitmap {
    let part = part ?? PixelRectangle(origin: .zero, size: size)
    var result = Bitmap(size: orientation.turned(part.size), format: format, pool: pool)
    let (stride, resultStride, rows) = (strideBytes, result.strideBytes, 0..<result.size.height)
    let isWide = format.bytesPerPixel == 4
    withBytes { from in
      result.withMutableBytes { to in
        if isWide {
          TurnedPixels<UInt32>(from, strideBytes: stride, part: part, orientation)
            .copy(rows: rows, into: to, strideBytes: resultStride)
        } else {
          TurnedPixels<UInt16>(from, strideBytes: stride, part: part, orientation)
            .copy(rows: rows, into: to, strideBytes: resultStride)
        }
      }
    }
    return result
  }

  /// Turns this bitmap upside down where it lies, by half a turn: it takes no memory.
  public mutating func turnUpsideDown() {
    // Rows lie without padding: the last pixel comes first.
    let isWide = format.bytesPerPixel == 4
    withMutableBytes { bytes in
      if isWide {
        bytes.assumingMemoryBound(to: UInt32.self).reversePixels()
      } else {
        bytes.assumingMemoryBound(to: UInt16.self).reversePixels()
      }
    }
  }
}

extension UnsafeMutableBufferPointer where Element: FixedWidthInteger {
  /// Exchanges the first with the last, and so on.
  fileprivate func reversePixels() {
    let last = count - 1
    for index in 0..<(count / 2) {
      let other = self[last - index]
      self[last - index] = self[index]
      self[index] = other
    }
  }
}
