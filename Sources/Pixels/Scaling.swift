import CPixman

extension Bitmap {
  /// Makes a bitmap of a part of this one, `size` large: interpolated bilinearly by pixman.
  ///
  /// A part at least twice as large as `size` loses detail to aliasing: shrink it with
  /// `reduced(columns:rows:)` first. Colours are premultiplied, so no edge takes on the colour of
  /// transparent pixels.
  ///
  /// - Parameters:
  ///   - crop: the part, inside this bitmap; its pixels beyond the edge still count as neighbours.
  ///   - size: of the result, at least 1x1.
  ///   - pool: where the result's memory comes from.
  /// - Returns: a bitmap of the same format, `xrgb8888` or `argb8888`.
  public borrowing func scaled(
    from crop: PictureCrop, to size: PixelSize, pool: BitmapPool? = nil
  ) -> Bitmap {
    precondition(format.bytesPerPixel == 4, "pixels of 32 bits are scaled, then converted")
    var result = Bitmap(size: size, format: format, pool: pool)
    let code = format == .argb8888 ? PIXMAN_a8r8g8b8 : PIXMAN_x8r8g8b8
    // pixman's coordinates end at 32767: it is shown no more than the part and its neighbours.
    let part = crop.wholePixels(in: self.size, margin: PixelSize(width: 1, height: 1))
    let moved = crop.shrunk(from: part.origin, columns: 1, rows: 1)
    let offset = part.origin.y * strideBytes + part.origin.x * 4
    let stride = strideBytes
    withBytes { from in
      result.withMutableBytes { to in
        let source = pixman_image_create_bits_no_clear(
          code, CInt(part.size.width), CInt(part.size.height),
          // pixman takes a source through a mutable pointer; it only reads it.
          UnsafeMutablePointer(
            mutating: from.baseAddress?.advanced(by: offset)
              .assumingMemoryBound(to: UInt32.self)),
          CInt(stride))
        let target = pixman_image_create_bits_no_clear(
          code, CInt(size.width), CInt(size.height),
          to.baseAddress?.assumingMemoryBound(to: UInt32.self), CInt(size.width * 4))
        guard let source, let target else { fatalError("no memory for a pixman image") }
        var transform = pixman_f_transform()
        pixman_f_transform_init_scale(
          &transform, moved.width / Double(size.width), moved.height / Double(size.height))
        pixman_f_transform_translate(&transform, nil, moved.x, moved.y)
        var fixed = pixman_transform()
        pixman_transform_from_pixman_f_transform(&fixed, &transform)
        pixman_image_set_transform(source, &fixed)
        pixman_image_set_filter(source, PIXMAN_FILTER_BILINEAR, nil, 0)
        pixman_image_set_repeat(source, PIXMAN_REPEAT_PAD)
        pixman_image_composite32(
          PIXMAN_OP_SRC, source, nil, target, 0, 0, 0, 0, 0, 0, CInt(size.width),
          CInt(size.height))
        pixman_image_unref(source)
        pixman_image_unref(target)
      }
    }
    return result
  }
}
