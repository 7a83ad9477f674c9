import Glibc
import Pixels

/// A layer as it lies on the screen at a time.
struct SeenLayer {
  let layer: Layer
  let bounds: Rectangle
  let toScreen: AffineTransform

  /// A touch target's least width and height in pixels of the screen: a fingertip's.
  static let leastTarget = 44.0

  /// Whether a place of the screen lies in the bounds, or by at most `margin` pixels of the screen
  /// outside; flat layers hold none.
  func holds(_ point: Point, margin: Size = .zero) -> Bool {
    guard !bounds.isEmpty, let inverse = toScreen.inverse else { return false }
    let scale = scale
    let (x, y) = (margin.width / scale.width, margin.height / scale.height)
    return Rectangle(
      x: bounds.origin.x - x, y: bounds.origin.y - y, width: bounds.size.width + 2 * x,
      height: bounds.size.height + 2 * y
    ).contains(inverse.apply(point))
  }

  /// How far outside, on the screen, a touch still means the layer, on either side.
  var touchMargin: Size {
    let scale = scale
    return Size(
      width: max(0, (Self.leastTarget - bounds.size.width * scale.width) / 2),
      height: max(0, (Self.leastTarget - bounds.size.height * scale.height) / 2))
  }

  /// About how many pixels of the screen a place lies outside the bounds; nil for flat layers.
  func distance(to point: Point) -> Double? {
    guard !bounds.isEmpty, let place = toScreen.inverse?.apply(point) else { return nil }
    let across = max(0, max(bounds.origin.x - place.x, place.x - bounds.maxX)) * scale.width
    let down = max(0, max(bounds.origin.y - place.y, place.y - bounds.maxY)) * scale.height
    return hypot(across, down)
  }

  /// How long a step of one to the right and one down is on the screen.
  private var scale: Size {
    Size(width: hypot(toScreen.a, toScreen.b), height: hypot(toScreen.c, toScreen.d))
  }
}
