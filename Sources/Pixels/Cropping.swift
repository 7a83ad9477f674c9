extension Bitmap {
  /// Copies a part of this bitmap, pixel for pixel.
  ///
  /// - Parameters:
  ///   - part: inside this bitmap, at least 1x1.
  ///   - pool: where the result's memory comes from.
  public borrowing func cropped(to part: PixelRectangle, pool: BitmapPool? = nil) -> Bitmap {
    var result = Bitmap(size: part.size, format: format, pool: pool)
    let bytesPerPixel = format.bytesPerPixel
    let stride = strideBytes
    let rowBytes = part.size.width * bytesPerPixel
    withBytes { from in
      result.withMutableBytes { to in
        for y in 0..<part.size.height {
          let start = (part.origin.y + y) * stride + part.origin.x * bytesPerPixel
          UnsafeMutableRawBufferPointer(rebasing: to[(y * rowBytes)..<((y + 1) * rowBytes)])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: from[start..<(start + rowBytes)]))
        }
      }
    }
    return result
  }
}
