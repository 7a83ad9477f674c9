extension Bitmap {
  /// Draws a part of a picture, of which filtered copies are kept for the next time.
  ///
  /// It does what `draw(_:crop:transform:alpha:clip:)` does, to the pixel.
  ///
  /// - Parameters:
  ///   - picture: `xrgb8888` or `argb8888`, up to 32,766 pixels wide and high.
  ///   - crop: the part that is shown, in the picture's pixels; what lies beyond it is not.
  ///   - transform: from the picture's pixels to those of this bitmap.
  ///   - alpha: how much of it is seen, 0 to 1, in steps of a 255th.
  ///   - clip: where this bitmap may change.
  ///   - prepared: where copies are kept.
  public mutating func draw(
    _ picture: Picture, crop: Rectangle, transform: AffineTransform, alpha: Double,
    clip: PixelRectangle, prepared: PreparedPictures
  ) {
    guard
      let drawing = PictureDrawing(
        picture.bitmap.size, crop: crop, transform: transform, alpha: alpha,
        area: clip.intersection(drawable), on: drawable)
    else { return }
    guard drawing.sampling.filter != .nearest else { return paint(picture.bitmap, drawing) }
    let source =
      drawing.sampling.reduction.map { prepared.averaged(picture, $0) } ?? picture
    if let placed = prepared.placed(picture, drawing, make: { Self.placed(source, drawing) }) {
      draw(
        placed.bitmap, crop: Rectangle(PixelRectangle(origin: .zero, size: placed.bitmap.size)),
        transform: .translation(x: Double(drawing.seen.origin.x), y: Double(drawing.seen.origin.y)),
        alpha: 1, clip: drawing.area)
    } else {
      paint(source.bitmap, drawing)
    }
  }

  /// What a target shows of a picture, on nothing.
  private static func placed(_ source: Picture, _ drawing: PictureDrawing) -> Picture {
    var drawing = drawing
    drawing.area = drawing.seen
    let isOpaque =
      source.bitmap.format == .xrgb8888 && drawing.opacity == 255
      && drawing.quad.isWhole(in: drawing.seen)
    var bitmap = Bitmap(size: drawing.seen.size, format: isOpaque ? .xrgb8888 : .argb8888)
    if !isOpaque { bitmap.clear(PixelRectangle(origin: .zero, size: bitmap.size)) }
    bitmap.paint(source.bitmap, drawing, from: drawing.seen.origin)
    return Picture(bitmap)
  }
}
