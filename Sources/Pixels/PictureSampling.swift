import Glibc

/// How the pixels of a picture are looked up when it is drawn: filter, and what is averaged before.
struct PictureSampling: Sendable, Hashable {
  /// Pixels that are averaged to one before the filter sees them.
  struct Reduction: Sendable, Hashable {
    /// Of the picture; blocks are counted from its corner.
    var part: PixelRectangle
    /// Pixels across a block.
    var columns: Int
    /// Pixels down a block.
    var rows: Int
  }

  /// How pixels are looked up.
  let filter: SourceFilter
  /// What is done before; nil for nothing.
  let reduction: Reduction?
  /// From the target's pixels to those of the picture, or of what the reduction makes of it.
  let map: AffineTransform
  /// Whether the map moves by whole pixels and nothing else, and by how many.
  let shift: PixelPoint?

  /// From so many pixels of a source to one of the target on, they are averaged first.
  private static let mostTaps = 2.0
  /// A block's side: the sums of larger blocks pass 32 bits.
  private static let largestBlock = 4096

  /// Decides how a part of a picture is drawn.
  init(crop: Rectangle, of picture: PixelSize, quad: DrawnQuad) {
    let inverse = quad.inverse
    if let exact = Self.exact(inverse) {
      filter = .nearest
      reduction = nil
      map = exact
      shift =
        exact.a == 1 && exact.d == 1 && abs(exact.tx) < 1e9 && abs(exact.ty) < 1e9
        ? PixelPoint(x: Int(exact.tx), y: Int(exact.ty)) : nil
      return
    }
    shift = nil
    // Pixels of the picture that go by, across and down, in a step of one pixel of the target.
    let across = hypot(inverse.a, inverse.c)
    let down = hypot(inverse.b, inverse.d)
    let part = PictureCrop(
      x: crop.origin.x, y: crop.origin.y, width: crop.size.width, height: crop.size.height
    ).wholePixels(in: picture, margin: PixelSize(width: 0, height: 0))
    let columns = Self.block(across, limit: part.size.width)
    let rows = Self.block(down, limit: part.size.height)
    if columns > 1 || rows > 1 {
      reduction = Reduction(part: part, columns: columns, rows: rows)
      map = inverse.then(.translation(x: -Double(part.origin.x), y: -Double(part.origin.y)))
        .then(.scale(x: 1 / Double(columns), y: 1 / Double(rows)))
    } else {
      reduction = nil
      map = inverse
    }
    filter = Self.filter(across / Double(columns), down / Double(rows))
  }

  private static func block(_ scale: Double, limit: Int) -> Int {
    guard scale >= mostTaps else { return 1 }
    return Int(min(scale, Double(min(limit, largestBlock))))
  }

  private static func filter(_ columns: Double, _ rows: Double) -> SourceFilter {
    // A hundredth more than one pixel is still one: half the cost, and none sees it.
    func taps(_ scale: Double) -> Double { scale <= 1.01 ? 1 : min(scale, 8) }
    let (columns, rows) = (taps(columns), taps(rows))
    return columns == 1 && rows == 1 ? .bilinear : .area(columns: columns, rows: rows)
  }

  /// The map in whole numbers, where every pixel of the target is one pixel of the picture.
  private static func exact(_ map: AffineTransform) -> AffineTransform? {
    let isUpright = abs(map.a) == 1 && map.b == 0 && map.c == 0 && abs(map.d) == 1
    let isTurned = map.a == 0 && abs(map.b) == 1 && abs(map.c) == 1 && map.d == 0
    guard isUpright || isTurned else { return nil }
    var whole = map
    whole.tx = map.tx.rounded()
    whole.ty = map.ty.rounded()
    let rest = max(abs(whole.tx - map.tx), abs(whole.ty - map.ty))
    return rest <= DrawnQuad.tolerance ? whole : nil
  }
}

/// A map in 16.16 numbers that gives each pixel of the target the same place whatever part is drawn.
struct FixedMap: Sendable {
  private let a, b, c, d: Int64
  // The place that is looked up for the pixel at the anchor, exact to a 65,536th.
  private let x, y: Int64
  private let anchor: PixelPoint

  /// Makes the map; its rounding is least at the anchor, which lies where the target is seen.
  ///
  /// Nil where its numbers are too large for pixman.
  init?(_ map: AffineTransform, anchor: PixelPoint) {
    let place = map.apply(Point(x: Double(anchor.x) + 0.5, y: Double(anchor.y) + 0.5))
    let numbers = [map.a, map.b, map.c, map.d].map { ($0 * 65536).rounded() }
    let places = [place.x, place.y].map { ($0 * 65536).rounded() }
    guard numbers.allSatisfy({ abs($0) < 0x1p31 }), places.allSatisfy({ abs($0) < 0x1p40 })
    else { return nil }
    (a, b, c, d) = (Int64(numbers[0]), Int64(numbers[1]), Int64(numbers[2]), Int64(numbers[3]))
    (x, y) = (Int64(places[0]), Int64(places[1]))
    self.anchor = anchor
  }

  /// The matrix for a piece of the target that pixman counts from 0, 0; nil beyond its numbers.
  func transform(at origin: PixelPoint) -> FixedTransform? {
    let (right, down) = (Int64(origin.x - anchor.x), Int64(origin.y - anchor.y))
    // pixman adds half a pixel, and rounds once.
    let left = x + a * right + c * down - ((a + c) * 32768 + 32768) >> 16
    let top = y + b * right + d * down - ((b + d) * 32768 + 32768) >> 16
    guard let left = Int32(exactly: left), let top = Int32(exactly: top) else { return nil }
    return FixedTransform(
      a: Int32(a), b: Int32(b), c: Int32(c), d: Int32(d), x: left, y: top)
  }
}
