/// A width and a height in pixels.
public struct PixelSize: Sendable, Hashable, CustomStringConvertible {
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// "1920x1080".
  public var description: String { "\(width)x\(height)" }
}

/// A place in pixels from the top left; `x` grows to the right, `y` downwards.
public struct PixelPoint: Sendable, Hashable {
  /// Pixels from the left edge.
  public var x: Int
  /// Pixels from the top edge.
  public var y: Int

  /// Makes a point.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let zero = PixelPoint(x: 0, y: 0)
}

/// A rectangle of whole pixels; its right and bottom edges are outside it.
public struct PixelRectangle: Sendable, Hashable {
  /// The top left corner.
  public var origin: PixelPoint
  /// The width and height; either may be 0, neither negative.
  public var size: PixelSize

  /// Makes a rectangle from a corner and a size.
  public init(origin: PixelPoint, size: PixelSize) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle from four numbers.
  public init(x: Int, y: Int, width: Int, height: Int) {
    origin = PixelPoint(x: x, y: y)
    size = PixelSize(width: width, height: height)
  }

  /// The first column to the right of the rectangle.
  public var maxX: Int { origin.x + size.width }

  /// The first row below the rectangle.
  public var maxY: Int { origin.y + size.height }

  /// Whether it holds no pixel.
  public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

  /// What this rectangle and another have in common; empty where they do not meet.
  public func intersection(_ other: PixelRectangle) -> PixelRectangle {
    let left = max(origin.x, other.origin.x)
    let top = max(origin.y, other.origin.y)
    return PixelRectangle(
      x: left, y: top,
      width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }
}

/// An opaque colour, 8 bits a channel.
public struct Color: Sendable, Hashable {
  /// Red, 0 to 255.
  public var red: UInt8
  /// Green, 0 to 255.
  public var green: UInt8
  /// Blue, 0 to 255.
  public var blue: UInt8

  /// Makes a colour from its channels.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Black, the default background.
  public static let black = Color(red: 0, green: 0, blue: 0)
}
