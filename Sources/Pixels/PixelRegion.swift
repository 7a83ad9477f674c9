/// Some pixels of a screen, as a few rectangles that do not overlap.
///
/// It may hold more pixels than were added, where that makes fewer rectangles: what counts is their
/// pixels, and so many more for each rectangle. It never reaches past the smallest rectangle around
/// what was added.
public struct PixelRegion: Sendable, Hashable {
  /// Rectangles that hold the region, none of them empty, from the top; they do not overlap.
  public private(set) var rectangles: [PixelRectangle] = []

  /// The most rectangles that a region is kept in.
  public static let mostRectangles = 16
  /// Pixels that are as dear as one rectangle more: what it takes to start drawing or copying one.
  static let rectangleCost = 1024

  /// Makes a region without pixels.
  public init() {}

  /// Makes the region of one rectangle.
  public init(_ rectangle: PixelRectangle) { add(rectangle) }

  /// Whether it holds no pixel.
  public var isEmpty: Bool { rectangles.isEmpty }

  /// How many pixels it holds.
  public var area: Int { rectangles.reduce(0) { $0 + $1.area } }

  /// The smallest rectangle that holds it; empty if it is.
  public var bounds: PixelRectangle {
    rectangles.reduce(PixelRectangle(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
  }

  /// Whether it holds a pixel of a rectangle.
  public func meets(_ rectangle: PixelRectangle) -> Bool {
    rectangles.contains { !$0.intersection(rectangle).isEmpty }
  }

  /// Adds a rectangle's pixels.
  public mutating func add(_ rectangle: PixelRectangle) {
    guard !rectangle.isEmpty, !rectangles.contains(where: { $0.holds(rectangle) }) else { return }
    rectangles.removeAll { rectangle.holds($0) }
    rectangles += rectangles.reduce([rectangle]) { rest, present in
      rest.flatMap { $0.subtracting(present) }
    }
    merge()
  }

  /// Adds another region's pixels.
  public mutating func add(_ region: PixelRegion) { region.rectangles.forEach { add($0) } }

  /// Removes all pixels outside a rectangle.
  public mutating func clip(to rectangle: PixelRectangle) {
    rectangles = rectangles.map { $0.intersection(rectangle) }.filter { !$0.isEmpty }
    merge()
  }

  /// Removes a rectangle's pixels, each of them where that takes no more than 16 rectangles.
  public mutating func subtract(_ rectangle: PixelRectangle) {
    guard meets(rectangle) else { return }
    rectangles = rectangles.flatMap { $0.subtracting(rectangle) }
    while rectangles.count > Self.mostRectangles, mergeBest(atAnyCost: true) {}
    sort()
  }

  /// Where its pixels lie once the picture that they are of is turned.
  public func turned(_ orientation: Orientation, in picture: PixelSize) -> PixelRegion {
    var region = self
    region.rectangles = rectangles.map { orientation.turned($0, in: picture) }
    region.sort()
    return region
  }

  /// Removes all pixels.
  public mutating func removeAll() { rectangles = [] }

  // MARK: - Merging

  private mutating func merge() {
    while mergeBest(atAnyCost: rectangles.count > Self.mostRectangles) {}
    sort()
  }

  private mutating func sort() {
    rectangles.sort { ($0.origin.y, $0.origin.x) < ($1.origin.y, $1.origin.x) }
  }

  /// Makes one rectangle of those whose merging saves most.
  ///
  /// - Returns: false if none was merged, since that would save nothing.
  private mutating func mergeBest(atAnyCost: Bool) -> Bool {
    var best: (saved: Int, sum: PixelRectangle)?
    for first in rectangles.indices {
      for second in rectangles.indices.dropFirst(first + 1) {
        let (saved, sum) = mergingSaves(rectangles[first].union(rectangles[second]))
        if saved > best?.saved ?? (atAnyCost ? Int.min : 0) { best = (saved, sum) }
      }
    }
    guard let best else { return false }
    rectangles.removeAll { best.sum.holds($0) }
    rectangles.append(best.sum)
    return true
  }

  /// What it saves to have one rectangle, which grows until it holds all that it meets.
  private func mergingSaves(_ rectangle: PixelRectangle) -> (Int, PixelRectangle) {
    // Asked for every pair of many: without taking memory.
    var sum = rectangle
    while true {
      var grown = sum
      var before = 0
      for met in rectangles where met.meets(sum) {
        grown = grown.union(met)
        before += met.area + Self.rectangleCost
      }
      if grown == sum { return (before - sum.area - Self.rectangleCost, sum) }
      sum = grown
    }
  }
}

extension PixelRectangle {
  /// How many pixels it holds.
  public var area: Int { isEmpty ? 0 : size.width * size.height }

  /// The smallest rectangle that holds this one and another.
  public func union(_ other: PixelRectangle) -> PixelRectangle {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(origin.x, other.origin.x)
    let top = min(origin.y, other.origin.y)
    return PixelRectangle(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Whether a pixel of another lies in this one.
  func meets(_ other: PixelRectangle) -> Bool {
    max(origin.x, other.origin.x) < min(maxX, other.maxX)
      && max(origin.y, other.origin.y) < min(maxY, other.maxY)
  }

  /// Whether every pixel of another lies in this one.
  public func holds(_ other: PixelRectangle) -> Bool {
    other.isEmpty || intersection(other) == other
  }

  /// What is left without another's pixels: up to four rectangles, in full width above and below.
  func subtracting(_ other: PixelRectangle) -> [PixelRectangle] {
    let hole = intersection(other)
    guard !hole.isEmpty else { return [self] }
    return [
      PixelRectangle(
        x: origin.x, y: origin.y, width: size.width, height: hole.origin.y - origin.y),
      PixelRectangle(
        x: origin.x, y: hole.origin.y, width: hole.origin.x - origin.x, height: hole.size.height),
      PixelRectangle(
        x: hole.maxX, y: hole.origin.y, width: maxX - hole.maxX, height: hole.size.height),
      PixelRectangle(x: origin.x, y: hole.maxY, width: size.width, height: maxY - hole.maxY),
    ].filter { !$0.isEmpty }
  }
}
