import Pixels

/// A dumb buffer and what is known of its content, for the list that a screen keeps.
final class ScanoutBuffer {
  private var buffer: DumbBuffer

  init(_ buffer: consuming DumbBuffer) { self.buffer = buffer }

  /// The kernel's number of the framebuffer.
  var framebuffer: UInt32 { buffer.framebuffer }

  /// Draws a picture and the background around it.
  func paint(_ picture: FittedPicture, background: Color) {
    let (size, format, stride) = (buffer.size, buffer.format, buffer.strideBytes)
    buffer.withMutableBytes { bytes in
      Self.copy(picture, to: bytes, screen: size, format: format, stride: stride, background)
    }
  }

  /// Makes every pixel black.
  func clear() {
    buffer.withMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
  }
}
