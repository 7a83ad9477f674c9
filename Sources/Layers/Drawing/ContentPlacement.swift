import Pixels

/// Where a picture lies in the bounds of its layer, and which part of it is seen there.
struct ContentPlacement: Equatable {
  /// Where all of the picture lies, in the layer's coordinates; it may hang over the bounds.
  var place: Rectangle

  /// Places a picture as a content mode says.
  ///
  /// - Parameters:
  ///   - size: of the picture.
  ///   - bounds: of the layer, not empty.
  ///   - mode: how it lies there.
  ///   - isPixelExact: whether the layer's pixels are the screen's, neither scaled nor turned:
  ///     then a picture that could lie on whole pixels does, as nothing else keeps it sharp.
  init(of size: PixelSize, in bounds: Rectangle, mode: ContentMode, isPixelExact: Bool) {
    let picture = Size(size)
    let across = bounds.size.width / picture.width
    let down = bounds.size.height / picture.height
    var scale = 1.0
    switch mode {
    case .scaleToFill:
      place = bounds
      return
    case .aspectFit: scale = min(across, down)
    case .aspectFill: scale = max(across, down)
    default: break
    }
    var placed = Size(width: picture.width * scale, height: picture.height * scale)
    if isPixelExact, mode == .aspectFit {
      placed.width = min(bounds.size.width, max(1, placed.width.rounded()))
      placed.height = min(bounds.size.height, max(1, placed.height.rounded()))
    }
    let share = mode.shareOfRest
    var x = (bounds.size.width - placed.width) * share.x
    var y = (bounds.size.height - placed.height) * share.y
    if isPixelExact, mode != .aspectFill {
      // As whole numbers are halved: what is over lies on the right and at the bottom.
      x.round(.towardZero)
      y.round(.towardZero)
    }
    place = Rectangle(
      origin: Point(x: bounds.origin.x + x, y: bounds.origin.y + y), size: placed)
  }

  /// Places a picture that was made for a box of `box` pixels, which fills the bounds.
  init(of size: PixelSize, in bounds: Rectangle, at corner: PixelPoint, of box: PixelSize) {
    let across = bounds.size.width / Double(max(1, box.width))
    let down = bounds.size.height / Double(max(1, box.height))
    place = Rectangle(
      x: bounds.origin.x + Double(corner.x) * across, y: bounds.origin.y + Double(corner.y) * down,
      width: Double(size.width) * across, height: Double(size.height) * down)
  }

  /// Takes the picture's pixels to the layer's coordinates.
  func transform(of size: PixelSize) -> AffineTransform {
    AffineTransform(
      a: place.size.width / Double(size.width), b: 0, c: 0,
      d: place.size.height / Double(size.height), tx: place.origin.x, ty: place.origin.y)
  }

  /// The part of the picture that lies in the bounds, in its pixels; nil where none does.
  func crop(of size: PixelSize, in bounds: Rectangle) -> Rectangle? {
    let seen = place.intersection(bounds)
    guard !seen.isEmpty else { return nil }
    let across = Double(size.width) / place.size.width
    let down = Double(size.height) / place.size.height
    let left = ((seen.origin.x - place.origin.x) * across).nearlyWhole
    let top = ((seen.origin.y - place.origin.y) * down).nearlyWhole
    let right = min(((seen.maxX - place.origin.x) * across).nearlyWhole, Double(size.width))
    let bottom = min(((seen.maxY - place.origin.y) * down).nearlyWhole, Double(size.height))
    let crop = Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    return crop.isEmpty ? nil : crop
  }
}

extension ContentMode {
  /// Which share of the room that is left over lies to the left of a picture and above it.
  fileprivate var shareOfRest: Point {
    switch self {
    case .scaleToFill, .aspectFit, .aspectFill, .center: Point(x: 0.5, y: 0.5)
    case .top: Point(x: 0.5, y: 0)
    case .bottom: Point(x: 0.5, y: 1)
    case .left: Point(x: 0, y: 0.5)
    case .right: Point(x: 1, y: 0.5)
    case .topLeft: Point(x: 0, y: 0)
    case .topRight: Point(x: 1, y: 0)
    case .bottomLeft: Point(x: 0, y: 1)
    case .bottomRight: Point(x: 1, y: 1)
    }
  }
}

extension Double {
  /// The number without the noise of computing it: whole where it is whole to a millionth.
  ///
  /// A millionth of a pixel is a fraction of what fixed-point drawing can tell apart.
  var nearlyWhole: Double {
    let whole = rounded()
    return abs(self - whole) < 1e-6 ? whole : self
  }
}

extension AffineTransform {
  /// The transform without the noise of multiplying it.
  var nearlyWhole: AffineTransform {
    AffineTransform(
      a: a.nearlyWhole, b: b.nearlyWhole, c: c.nearlyWhole, d: d.nearlyWhole,
      tx: tx.nearlyWhole, ty: ty.nearlyWhole)
  }

  /// Whether it moves alone: lengths and directions stay.
  var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

  /// Whether upright rectangles stay upright.
  var keepsUpright: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }
}
