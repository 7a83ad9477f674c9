/// One call of drawing a picture, worked out.
struct PictureDrawing {
  /// All that decides what a target's pixels become.
  struct Placement: Equatable {
    var crop: Rectangle
    var transform: AffineTransform
    var opacity: UInt8
    /// What the target shows of it.
    var seen: PixelRectangle
  }

  /// Where the part goes.
  let quad: DrawnQuad
  /// How its pixels are looked up.
  let sampling: PictureSampling
  /// How much of it is seen.
  let opacity: UInt8
  /// The part that is shown.
  let crop: Rectangle
  /// What of the target may change.
  var area: PixelRectangle
  /// What the target shows of it, whatever may change.
  let seen: PixelRectangle

  /// A pixel amid what the target shows of it.
  var anchor: PixelPoint { seen.middle }

  /// What tells it from others.
  var placement: Placement {
    Placement(crop: crop, transform: quad.transform, opacity: opacity, seen: seen)
  }

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
    self.crop = crop
    seen = quad.pixels(in: target)
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
