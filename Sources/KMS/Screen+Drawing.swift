public import Pixels

extension Screen {
  /// Draws a picture into a buffer that no one sees, replacing one that was not shown yet.
  ///
  /// - Parameters:
  ///   - picture: in the screen's format and its pixels as they are scanned out, turned already.
  ///   - background: the colour around it; nil for the screen's.
  /// - Returns: false if no buffer is free.
  public func prepare(_ picture: FittedPicture, background: Color? = nil) -> Bool {
    guard let buffer = drawable else { return false }
    buffers[buffer].paint(picture, background: background ?? self.background)
    machine.drawn(buffer)
    damage.notePicture()
    return true
  }

  /// Brings a buffer that no one sees up to a canvas, replacing what was not shown yet.
  ///
  /// Only pixels are copied that changed since that buffer was last written: each buffer's share is
  /// kept until it is, whatever becomes of flips in between. After a picture, the whole canvas is
  /// due. Another canvas counts as one that changed all over.
  ///
  /// - Parameters:
  ///   - canvas: `xrgb8888`, as large as the upright screen; on the way it is turned, and dithered
  ///     for an `rgb565` screen.
  ///   - changed: of the canvas, all that changed since the last call, of whatever result.
  /// - Returns: false if no buffer is free; the changes are noted all the same.
  public func prepare(canvas: borrowing Bitmap, changed: PixelRegion) -> Bool {
    precondition(canvas.size == uprightSize, "a canvas is as large as the upright screen")
    let orientation = choice.orientation
    let changed = changed.turned(orientation, in: canvas.size)
    for buffer in buffers { buffer.noteChange(changed) }
    damage.noteChange(changed)
    guard let buffer = drawable else { return false }
    buffers[buffer].copy(canvas, turned: orientation)
    machine.drawn(buffer)
    damage.noteCanvas()
    return true
  }

  var drawable: Int? {
    guard let index = machine.drawable, index < buffers.count else { return nil }
    return index
  }
}
