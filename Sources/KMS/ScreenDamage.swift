import Pixels

/// What differs between the picture on screen and the next, for drivers that copy only that.
struct ScreenDamage {
  /// Changed on the canvas since a buffer was last brought up to it.
  private var noted = PixelRegion()
  /// Changed in the canvas as it was prepared last against the canvas as it was shown last.
  private var changed = PixelRegion()
  private var isCanvasPrepared = false
  /// Whether what is on screen, or on its way, is the canvas as far as we know.
  private var isCanvasShown = false

  /// The canvas changed, whether or not a buffer could be brought up to it.
  mutating func noteChange(_ region: PixelRegion) { noted.add(region) }

  /// A buffer was brought up to the canvas.
  mutating func noteCanvas() {
    changed.add(noted)
    noted.removeAll()
    isCanvasPrepared = true
  }

  /// A picture was painted that has nothing to do with the canvas.
  mutating func notePicture() { isCanvasPrepared = false }

  /// What is prepared is on its way.
  mutating func noteShown() {
    isCanvasShown = isCanvasPrepared
    changed.removeAll()
  }

  /// Some buffer was shown all of: the one prepared, or an earlier one again.
  mutating func noteModeSet() { isCanvasShown = false }

  /// The rectangles to tell the kernel; nil for all, which need not be told.
  func clips(on size: PixelSize) -> [DamageRectangle]? {
    guard isCanvasPrepared, isCanvasShown else { return nil }
    var region = changed
    region.clip(to: PixelRectangle(origin: .zero, size: size))
    let rectangles = region.rectangles.map { part in
      DamageRectangle(
        x1: Int32(part.origin.x), y1: Int32(part.origin.y), x2: Int32(part.maxX),
        y2: Int32(part.maxY))
    }
    // No change at all cannot be told; the first pixel stands for it.
    return rectangles.isEmpty ? [DamageRectangle(x1: 0, y1: 0, x2: 1, y2: 1)] : rectangles
  }
}
