import Pixels

/// What differs between the picture on screen and the next, for drivers that copy only that.
struct ScreenDamage {
  /// Changed on the canvas since a buffer was last brought up to it.
  private var noted = PixelRegion()
  /// Changed in the prepared picture against the one shown last; nil for all.
  private var prepared: PixelRegion?

  /// The canvas changed, whether or not a buffer could be brought up to it.
  mutating func noteChange(_ region: PixelRegion) { noted.add(region) }

  /// A buffer was brought up to the canvas.
  mutating func noteCanvas() {
    prepared?.add(noted)
    noted.removeAll()
  }

  /// A picture was painted that has nothing to do with the one before.
  mutating func notePicture() { prepared = nil }

  /// What is prepared is on its way.
  mutating func noteShown() { prepared = PixelRegion() }

  /// The rectangles to tell the kernel; nil for all, which need not be told.
  func clips(on size: PixelSize) -> [DamageRectangle]? {
    guard var region = prepared else { return nil }
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
