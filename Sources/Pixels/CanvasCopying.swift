extension ScreenPainter {
  /// Writes a region of a canvas, whole rows of each rectangle from the top, each byte once.
  ///
  /// For an `rgb565` buffer it is dithered on the way, by the screen's pattern. The painter does not
  /// know afterwards what of the buffer is background: the next picture is painted whole.
  ///
  /// - Parameters:
  ///   - canvas: `xrgb8888`, as large as the screen.
  ///   - region: of the canvas, inside it.
  ///   - format: of the buffer.
  ///   - memory: at least `strideBytes` times the screen's height, less the last row's padding.
  ///   - strideBytes: from row to row.
  public mutating func copy(
    _ canvas: borrowing Bitmap, region: PixelRegion, format: PixelFormat,
    into memory: UnsafeMutableRawBufferPointer, strideBytes: Int
  ) {
    precondition(canvas.format == .xrgb8888, "a canvas has 32 bits a pixel and no alpha")
    let (size, canvasStride) = (canvas.size, canvas.strideBytes)
    let pixel = format.bytesPerPixel
    precondition(
      strideBytes >= size.width * pixel
        && memory.count >= strideBytes * (size.height - 1) + size.width * pixel,
      "a buffer smaller than the canvas")
    precondition(
      region.rectangles.allSatisfy(PixelRectangle(origin: .zero, size: size).holds),
      "a region outside the canvas")
    forget()
    canvas.withBytes { bytes in
      for part in region.rectangles {
        if part.size == size, pixel == 4, strideBytes == canvasStride {
          memory.copyMemory(from: bytes)
          continue
        }
        for y in part.origin.y..<part.maxY {
          let from = y * canvasStride + part.origin.x * 4
          let to = y * strideBytes + part.origin.x * pixel
          let row = UnsafeRawBufferPointer(rebasing: bytes[from..<(from + part.size.width * 4)])
          let target = UnsafeMutableRawBufferPointer(
            rebasing: memory[to..<(to + part.size.width * pixel)])
          if format == .rgb565 {
            DitherRow(y: y, firstX: part.origin.x).convert(
              row.assumingMemoryBound(to: UInt32.self),
              into: target.assumingMemoryBound(to: UInt16.self))
          } else {
            target.copyMemory(from: row)
          }
        }
      }
    }
  }
}
