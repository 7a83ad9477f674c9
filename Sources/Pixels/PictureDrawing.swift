/// One call of drawing a picture, worked out.
struct PictureDrawing {
  /// Where the part goes.
  let quad: DrawnQuad
  /// How its pixels are looked up.
  let sampling: PictureSampling
  /// How much of it is seen.
  let opacity: UInt8
  /// What of the target may change.
  let area: PixelRectangle
  /// A pixel amid what the target shows of it, the same whatever the clip.
  let anchor: PixelPoint

  /// Nil where nothing would be seen.
  init?(
    _ picture: PixelSize, crop: Rectangle, transform: AffineTransform, alpha: Double,
    area: PixelRectangle, on target: PixelRectangle
  ) {
    let crop = crop.intersection(Rectangle(PixelRectangle(origin: .zero, size: picture)))
    guard
      !area.isEmpty, let opacity = UInt8(opacity: alpha), let quad = DrawnQuad(crop, transform)
    else { return nil }
    let touched = quad.pixels(in: area)
    guard !touched.isEmpty else { return nil }
    self.quad = quad
    self.opacity = opacity
    self.area = touched
    anchor = quad.pixels(in: target).middle
    sampling = PictureSampling(crop: crop, of: picture, quad: quad)
  }
}

extension PixelRectangle {
  /// A pixel in the middle.
  var middle: PixelPoint {
    PixelPoint(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
  }
}

extension UInt8 {
  /// An opacity of 0 to 1 in steps of a 255th; nil where nothing would be seen.
  init?(opacity: Double) {
    // What is not a number fails too.
    guard opacity * 255 >= 0.5 else { return nil }
    self = UInt8((Swift.min(1, opacity) * 255).rounded())
  }
}
