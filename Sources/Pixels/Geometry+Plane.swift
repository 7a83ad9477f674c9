/// A place on a plane, in pixels, fractions too; `x` grows to the right, `y` downwards.
public struct Point: Sendable, Hashable {
  /// Pixels to the right.
  public var x: Double
  /// Pixels down.
  public var y: Double

  /// Makes a place.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let zero = Point(x: 0, y: 0)
}

/// A width and a height in pixels, fractions too; neither is negative.
public struct Size: Sendable, Hashable {
  /// Pixels across.
  public var width: Double
  /// Pixels down.
  public var height: Double

  /// Makes a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Makes the size of so many whole pixels.
  public init(_ size: PixelSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }

  /// No size at all.
  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle whose edges need not lie on whole pixels.
public struct Rectangle: Sendable, Hashable {
  /// The top left corner.
  public var origin: Point
  /// The width and height.
  public var size: Size

  /// Makes a rectangle from a corner and a size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle from four numbers.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// Makes the rectangle of whole pixels.
  public init(_ rectangle: PixelRectangle) {
    self.init(
      x: Double(rectangle.origin.x), y: Double(rectangle.origin.y),
      width: Double(rectangle.size.width), height: Double(rectangle.size.height))
  }

  /// Nothing at the top left corner.
  public static let zero = Rectangle(origin: .zero, size: .zero)

  /// The right edge.
  public var maxX: Double { origin.x + size.width }

  /// The bottom edge.
  public var maxY: Double { origin.y + size.height }

  /// The middle.
  public var center: Point {
    Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
  }

  /// Whether it has no area.
  public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

  /// Whether a place lies in it; the right and bottom edges do not.
  public func contains(_ point: Point) -> Bool {
    point.x >= origin.x && point.x < maxX && point.y >= origin.y && point.y < maxY
  }

  /// What this rectangle and another have in common; empty where they do not meet.
  public func intersection(_ other: Rectangle) -> Rectangle {
    let left = max(origin.x, other.origin.x)
    let top = max(origin.y, other.origin.y)
    return Rectangle(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }
}
