import Glibc

/// Where a rectangle goes under a transform, and how much of each pixel there it covers.
///
/// Edges are smooth over one pixel: a pixel is covered as far as the stretch of one pixel about its
/// middle, at a right angle to the edge, lies inside; for upright edges that is the area. Whatever
/// part of it is drawn, a pixel comes out the same.
struct DrawnQuad: Sendable {
  /// Two parallel edges.
  struct Strip: Sendable {
    /// Points at a right angle to the edges, one pixel long, from the first to the second.
    var x, y: Double
    /// What makes the first edge 0.
    var offset: Double
    /// Pixels from the first edge to the second.
    var width: Double

    /// How much of a pixel lies inside, by its middle.
    @inline(__always) func coverage(_ place: Double) -> Double {
      max(0, min(place + 0.5, width) - max(place - 0.5, 0))
    }
  }

  /// The transform with what is no more than rounding taken out.
  let transform: AffineTransform
  /// From the target's pixels back.
  let inverse: AffineTransform
  /// The edges at constant x and at constant y of the rectangle.
  let across, down: Strip
  /// The edges as an upright rectangle, where they are.
  let upright: Rectangle?
  /// Everything that may be covered.
  let bounds: Rectangle

  /// Lengths up to this many pixels are rounding: what they cover does not change 8 bits.
  static let tolerance = 1.0 / 512

  /// Makes the quad; nil where nothing of it would be seen.
  init?(_ rectangle: Rectangle, _ transform: AffineTransform) {
    guard !rectangle.isEmpty, rectangle.isFinite, transform.isFinite else { return nil }
    let (straight, isUpright) = Self.straightened(transform, rectangle)
    guard let inverse = straight.inverse, inverse.isFinite else { return nil }
    let bounds = straight.bounds(of: rectangle)
    guard bounds.isFinite else { return nil }
    let columns = hypot(inverse.a, inverse.c)
    let rows = hypot(inverse.b, inverse.d)
    across = Strip(
      x: inverse.a / columns, y: inverse.c / columns,
      offset: (inverse.tx - rectangle.origin.x) / columns,
      width: rectangle.size.width / columns)
    down = Strip(
      x: inverse.b / rows, y: inverse.d / rows, offset: (inverse.ty - rectangle.origin.y) / rows,
      width: rectangle.size.height / rows)
    guard
      across.offset.isFinite, down.offset.isFinite,
      min(1, across.width) * min(1, down.width) > Self.tolerance
    else { return nil }
    self.transform = straight
    self.inverse = inverse
    upright = isUpright ? bounds : nil
    // The middle of a pixel that a corner touches lies up to 0.71 pixels outside.
    let reach = isUpright ? 0.0 : 0.25
    self.bounds = Rectangle(
      x: bounds.origin.x - reach, y: bounds.origin.y - reach,
      width: bounds.size.width + 2 * reach, height: bounds.size.height + 2 * reach)
  }

  /// The whole pixels of a bounded area that may be covered.
  func pixels(in area: PixelRectangle) -> PixelRectangle {
    let whole = Rectangle(area).intersection(bounds)
    guard !whole.isEmpty else { return PixelRectangle(x: 0, y: 0, width: 0, height: 0) }
    let left = Int((whole.origin.x + Self.tolerance).rounded(.down))
    let top = Int((whole.origin.y + Self.tolerance).rounded(.down))
    return PixelRectangle(
      x: left, y: top, width: Int((whole.maxX - Self.tolerance).rounded(.up)) - left,
      height: Int((whole.maxY - Self.tolerance).rounded(.up)) - top
    ).intersection(area)
  }

  // MARK: - Rounding

  private static func straightened(
    _ transform: AffineTransform, _ rectangle: Rectangle
  ) -> (AffineTransform, isUpright: Bool) {
    let (width, height) = (rectangle.size.width, rectangle.size.height)
    let first = transform.apply(rectangle.origin)
    let last = transform.apply(Point(x: rectangle.maxX, y: rectangle.maxY))
    if abs(transform.b) * width <= tolerance, abs(transform.c) * height <= tolerance {
      let x = snapped(first.x, last.x, start: rectangle.origin.x, length: width)
      let y = snapped(first.y, last.y, start: rectangle.origin.y, length: height)
      return (
        AffineTransform(a: x.factor, b: 0, c: 0, d: y.factor, tx: x.offset, ty: y.offset), true
      )
    }
    if abs(transform.a) * width <= tolerance, abs(transform.d) * height <= tolerance {
      let x = snapped(first.x, last.x, start: rectangle.origin.y, length: height)
      let y = snapped(first.y, last.y, start: rectangle.origin.x, length: width)
      return (
        AffineTransform(a: 0, b: y.factor, c: x.factor, d: 0, tx: x.offset, ty: y.offset), true
      )
    }
    return (transform, false)
  }

  /// The line `factor * s + offset` from one place to another, both on whole pixels if nearly so.
  private static func snapped(
    _ first: Double, _ last: Double, start: Double, length: Double
  ) -> (factor: Double, offset: Double) {
    let (first, last) = (snapped(first), snapped(last))
    var factor = (last - first) / length
    if abs(abs(last - first) - length) <= tolerance { factor = last > first ? 1 : -1 }
    return (factor, first - factor * start)
  }

  /// A number, or the whole number that it nearly is.
  static func snapped(_ value: Double) -> Double {
    let whole = value.rounded()
    return abs(value - whole) <= tolerance ? whole : value
  }
}

extension Rectangle {
  /// Whether all its numbers are numbers.
  var isFinite: Bool {
    origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
  }
}

extension AffineTransform {
  /// Whether all its numbers are numbers.
  var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }
}
