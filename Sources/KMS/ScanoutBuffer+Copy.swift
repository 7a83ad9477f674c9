import Pixels

extension ScanoutBuffer {
  /// Writes a picture and the background around it, whole rows from the top, each byte once.
  ///
  /// A picture in another format than the screen's is not drawn: its place stays background.
  static func copy(
    _ picture: FittedPicture, to bytes: UnsafeMutableRawBufferPointer, screen: PixelSize,
    format: PixelFormat, stride: Int, _ background: Color
  ) {
    let bitmapSize = picture.picture.bitmap.size
    let frame = PixelRectangle(origin: picture.origin, size: bitmapSize)
      .intersection(PixelRectangle(origin: .zero, size: screen))
    let fits = picture.picture.bitmap.format.bytesPerPixel == format.bytesPerPixel
    let sourceStride = picture.picture.bitmap.strideBytes
    let width = format.bytesPerPixel
    picture.picture.bitmap.withBytes { source in
      for row in 0..<screen.height {
        let start = row * stride
        guard fits, !frame.isEmpty, row >= frame.origin.y, row < frame.maxY else {
          fill(bytes, from: start, pixels: screen.width, format, background)
          continue
        }
        fill(bytes, from: start, pixels: frame.origin.x, format, background)
        let from =
          (row - picture.origin.y) * sourceStride + (frame.origin.x - picture.origin.x) * width
        let count = frame.size.width * width
        let place = start + frame.origin.x * width
        UnsafeMutableRawBufferPointer(rebasing: bytes[place..<place + count]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source[from..<from + count]))
        fill(bytes, from: place + count, pixels: screen.width - frame.maxX, format, background)
      }
    }
  }

  private static func fill(
    _ bytes: UnsafeMutableRawBufferPointer, from start: Int, pixels: Int, _ format: PixelFormat,
    _ color: Color
  ) {
    guard pixels > 0 else { return }
    let (red, green, blue) = (UInt32(color.red), UInt32(color.green), UInt32(color.blue))
    let end = start + pixels * format.bytesPerPixel
    let part = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end])
    if format == .rgb565 {
      let word = UInt16((red >> 3) << 11 | (green >> 2) << 5 | blue >> 3).littleEndian
      part.initializeMemory(as: UInt16.self, repeating: word)
    } else {
      let word = (0xff00_0000 | red << 16 | green << 8 | blue).littleEndian
      part.initializeMemory(as: UInt32.self, repeating: word)
    }
  }
}
