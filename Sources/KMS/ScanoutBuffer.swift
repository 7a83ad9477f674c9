import Pixels

/// A dumb buffer and what is known of its content, for the list that a screen keeps.
final class ScanoutBuffer {
  private var buffer: DumbBuffer
  private var painter = ScreenPainter()

  init(_ buffer: consuming DumbBuffer) { self.buffer = buffer }

  /// The kernel's number of the framebuffer.
  var framebuffer: UInt32 { buffer.framebuffer }

  /// Draws a picture and the background around it, as far as that is not there already.
  func paint(_ picture: FittedPicture, background: Color) {
    let (size, format, stride) = (buffer.size, buffer.format, buffer.strideBytes)
    var painter = painter
    buffer.withMutableBytes { bytes in
      painter.paint(
        picture, background: background, screen: size, format: format, into: bytes,
        strideBytes: stride)
    }
    self.painter = painter
  }

  /// Makes every pixel black.
  func clear() {
    let (size, format, stride) = (buffer.size, buffer.format, buffer.strideBytes)
    var painter = painter
    buffer.withMutableBytes { bytes in
      painter.clear(
        background: .black, screen: size, format: format, into: bytes, strideBytes: stride)
    }
    self.painter = painter
  }
}
