import Pixels

/// A dumb buffer and what is known of its content, for the list that a screen keeps.
final class ScanoutBuffer {
  private var buffer: DumbBuffer
  private var painter = ScreenPainter()
  // What of it is not as the canvas is, in pixels of the screen.
  private var due: PixelRegion

  init(_ buffer: consuming DumbBuffer) {
    due = PixelRegion(PixelRectangle(origin: .zero, size: buffer.size))
    self.buffer = buffer
  }

  /// The kernel's number of the framebuffer.
  var framebuffer: UInt32 { buffer.framebuffer }

  /// Leaves the framebuffer on the display when the buffer goes.
  func leaveFramebuffer() { buffer.leaveFramebuffer() }

  /// Takes note of pixels that are not what they were, as they are scanned out.
  func noteChange(_ region: PixelRegion) {
    due.add(region)
    due.clip(to: all)
  }

  /// Writes what is not as the canvas is, turned.
  func copy(_ canvas: borrowing Bitmap, turned orientation: Orientation) {
    guard !due.isEmpty else { return }
    let (format, stride, due) = (buffer.format, buffer.strideBytes, due)
    var painter = painter
    buffer.withMutableBytes { bytes in
      painter.copy(
        canvas, turned: orientation, region: due, format: format, into: bytes, strideBytes: stride)
    }
    self.painter = painter
    self.due.removeAll()
  }

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
    due = PixelRegion(all)
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
    due = PixelRegion(all)
  }

  private var all: PixelRectangle { PixelRectangle(origin: .zero, size: buffer.size) }
}
