extension Bitmap {
  /// Makes a bitmap of a part of this one, `size` large: interpolated bilinearly by pixman.
  ///
  /// A part at least twice as large as `size` loses detail to aliasing: shrink it with
  /// `reduced(columns:rows:)` first. Colours are premultiplied, so no edge takes on the colour of
  /// transparent pixels.
  ///
  /// - Parameters:
  ///   - crop: the part, inside this bitmap; its pixels beyond the edge still count as neighbours.
  ///   - size: of all of the result, at least 1x1.
  ///   - part: of the result, in its pixels; nil for all. Each is what it would be in all.
  ///   - pool: where the result's memory comes from.
  /// - Returns: a bitmap of the same format, `xrgb8888` or `argb8888`.
  public borrowing func scaled(
    from crop: PictureCrop, to size: PixelSize, part shown: PixelRectangle? = nil,
    pool: BitmapPool? = nil
  ) -> Bitmap {
    precondition(format.bytesPerPixel == 4, "pixels of 32 bits are scaled, then converted")
    let shown = shown ?? PixelRectangle(origin: .zero, size: size)
    var result = Bitmap(size: shown.size, format: format, pool: pool)
    let hasAlpha = format == .argb8888
    // pixman's coordinates end at 32767: it is shown no more than the part and its neighbours.
    let part = crop.wholePixels(in: self.size, margin: PixelSize(width: 1, height: 1))
    let moved = crop.shrunk(from: part.origin, columns: 1, rows: 1)
    let offset = part.origin.y * strideBytes + part.origin.x * 4
    let stride = strideBytes
    func fixed(_ value: Double) -> Int32 { Int32((value * 65536 + 0.5).rounded(.down)) }
    withBytes { from in
      result.withMutableBytes { to in
        let source = PixmanImage(
          pixels: UnsafeMutableRawPointer(mutating: from.baseAddress?.advanced(by: offset)),
          size: part.size, strideBytes: stride, hasAlpha: hasAlpha)
        let target = PixmanImage(
          pixels: to.baseAddress, size: shown.size, strideBytes: shown.size.width * 4,
          hasAlpha: hasAlpha)
        source.setFilter(.bilinear)
        source.setTransform(
          FixedTransform(
            a: fixed(moved.width / Double(size.width)), b: 0, c: 0,
            d: fixed(moved.height / Double(size.height)), x: fixed(moved.x), y: fixed(moved.y)))
        target.draw(
          source, from: shown.origin, on: PixelRectangle(origin: .zero, size: shown.size),
          replacing: true)
      }
    }
    return result
  }
}
