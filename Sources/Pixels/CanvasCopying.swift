extension ScreenPainter {
  /// Writes a region of a canvas, whole rows of each rectangle from the top, each byte once.
  ///
  /// For an `rgb565` buffer it is dithered on the way, by the screen's pattern. The painter does not
  /// know afterwards what of the buffer is background: the next picture is painted whole.
  ///
  /// - Parameters:
  ///   - canvas: `xrgb8888`; turned, it is as large as the screen.
  ///   - orientation: how it is turned; a few rows at a time, in ordinary memory.
  ///   - region: of the screen, inside it.
  ///   - format: of the buffer.
  ///   - memory: at least `strideBytes` times the screen's height, less the last row's padding.
  ///   - strideBytes: from row to row.
  public mutating func copy(
    _ canvas: borrowing Bitmap, turned orientation: Orientation = .upright, region: PixelRegion,
    format: PixelFormat, into memory: UnsafeMutableRawBufferPointer, strideBytes: Int
  ) {
    precondition(canvas.format == .xrgb8888, "a canvas has 32 bits a pixel and no alpha")
    let (size, canvasStride) = (orientation.turned(canvas.size), canvas.strideBytes)
    let pixel = format.bytesPerPixel
    precondition(
      strideBytes >= size.width * pixel
        && memory.count >= strideBytes * (size.height - 1) + size.width * pixel,
      "a buffer smaller than the canvas")
    precondition(
      region.rectangles.allSatisfy(PixelRectangle(origin: .zero, size: size).holds),
      "a region outside the canvas")
    forget()
    let isWhole = orientation == .upright && pixel == 4 && strideBytes == canvasStride
    canvas.withBytes { bytes in
      for part in region.rectangles {
        if isWhole, part.size == size {
          memory.copyMemory(from: bytes)
          continue
        }
        let pixels = TurnedPixels<UInt32>(
          bytes, strideBytes: canvasStride, part: orientation.inverse.turned(part, in: size),
          orientation)
        pixels.forEachRow { y, row in
          let to = (part.origin.y + y) * strideBytes + part.origin.x * pixel
          let target = UnsafeMutableRawBufferPointer(
            rebasing: memory[to..<(to + part.size.width * pixel)])
          if format == .rgb565 {
            DitherRow(y: part.origin.y + y, firstX: part.origin.x).convert(
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
