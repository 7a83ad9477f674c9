/// Some pixels of a screen, as rectangles that do not overlap.
public struct PixelRegion: Sendable, Hashable {
  /// Rectangles that hold the region, none of them empty; they do not overlap.
  public private(set) var rectangles: [PixelRectangle] = []

  /// Makes a region without pixels.
  public init() {}

  /// Makes the region of one rectangle.
  public init(_ rectangle: PixelRectangle) { add(rectangle) }

  /// Whether it holds no pixel.
  public var isEmpty: Bool { rectangles.isEmpty }

  /// Adds a rectangle's pixels.
  public mutating func add(_ rectangle: PixelRectangle) {
    guard !rectangle.isEmpty else { return }
    var sum = rectangle
    while let index = rectangles.firstIndex(where: { !$0.intersection(sum).isEmpty }) {
      sum = sum.union(rectangles.remove(at: index))
    }
    rectangles.append(sum)
  }

  /// Adds another region's pixels.
  public mutating func add(_ region: PixelRegion) { region.rectangles.forEach { add($0) } }

  /// Removes all pixels.
  public mutating func removeAll() { rectangles = [] }
}

extension PixelRectangle {
  /// The smallest rectangle that holds this one and another.
  public func union(_ other: PixelRectangle) -> PixelRectangle {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(origin.x, other.origin.x)
    let top = min(origin.y, other.origin.y)
    return PixelRectangle(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
