/// How a picture is turned: by quarters clockwise, and mirrored before that or not.
///
/// The eight ways to lay a rectangle of pixels on itself or on its transpose. On a screen it says how
/// pictures are turned on their way to the panel: sizes and places of pictures become the panel's by
/// `turned`, and the panel's become the picture's by the `inverse`.
public struct Orientation: Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// Quarters of a turn clockwise, 0 to 3.
  public let quarterTurns: Int
  /// Whether left and right change places before the picture is turned.
  public let isMirrored: Bool

  /// Makes an orientation of any number of quarters clockwise.
  public init(quarterTurns: Int, isMirrored: Bool = false) {
    self.quarterTurns = quarterTurns & 3
    self.isMirrored = isMirrored
  }

  /// Makes the orientation of so many degrees clockwise; nil unless they are whole quarters.
  public init?(degrees: Int) {
    guard degrees.isMultiple(of: 90) else { return nil }
    self.init(quarterTurns: degrees / 90)
  }

  /// As it is.
  public static let upright = Orientation(quarterTurns: 0)
  /// By a quarter clockwise: what was on top is on the right.
  public static let quarter = Orientation(quarterTurns: 1)
  /// Upside down.
  public static let half = Orientation(quarterTurns: 2)
  /// By three quarters clockwise: what was on top is on the left.
  public static let threeQuarters = Orientation(quarterTurns: 3)

  /// All eight, those that are not mirrored first.
  public static let allCases = [false, true].flatMap { mirrored in
    (0..<4).map { Orientation(quarterTurns: $0, isMirrored: mirrored) }
  }

  /// Degrees clockwise, 0 to 270.
  public var degrees: Int { quarterTurns * 90 }

  /// Whether rows become columns, so that width and height change places.
  public var swapsAxes: Bool { quarterTurns & 1 == 1 }

  /// What puts back what this does.
  public var inverse: Orientation {
    // A mirrored one is a reflection, and undoes itself.
    isMirrored ? self : Orientation(quarterTurns: -quarterTurns)
  }

  /// What this one and then another come to.
  public func then(_ next: Orientation) -> Orientation {
    // Turning and then mirroring is mirroring and then turning the other way.
    Orientation(
      quarterTurns: next.quarterTurns + (next.isMirrored ? -quarterTurns : quarterTurns),
      isMirrored: isMirrored != next.isMirrored)
  }

  /// "90 degrees", "0 degrees, mirrored".
  public var description: String { "\(degrees) degrees\(isMirrored ? ", mirrored" : "")" }

  // MARK: - Sizes and places

  /// The size of a turned picture.
  public func turned(_ size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Where a place of a picture lies once the picture is turned; fractions of pixels too.
  ///
  /// - Parameters:
  ///   - point: from the top left corner of the picture; it may lie outside.
  ///   - picture: the size before it is turned.
  public func turned(_ point: Point, in picture: PixelSize) -> Point {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let x = isMirrored ? width - point.x : point.x
    switch quarterTurns {
    case 1: return Point(x: height - point.y, y: x)
    case 2: return Point(x: width - x, y: height - point.y)
    case 3: return Point(x: point.y, y: width - x)
    default: return Point(x: x, y: point.y)
    }
  }

  /// Where a rectangle of a picture's pixels lies once the picture is turned.
  ///
  /// - Parameters:
  ///   - rectangle: of the picture; it may hang over its edges.
  ///   - picture: the size before it is turned.
  public func turned(_ rectangle: PixelRectangle, in picture: PixelSize) -> PixelRectangle {
    let right = picture.width - rectangle.maxX
    let below = picture.height - rectangle.maxY
    let x = isMirrored ? right : rectangle.origin.x
    let fromRight = isMirrored ? rectangle.origin.x : right
    let origin: PixelPoint
    switch quarterTurns {
    case 1: origin = PixelPoint(x: below, y: x)
    case 2: origin = PixelPoint(x: fromRight, y: below)
    case 3: origin = PixelPoint(x: rectangle.origin.y, y: fromRight)
    default: origin = PixelPoint(x: x, y: rectangle.origin.y)
    }
    return PixelRectangle(origin: origin, size: turned(rectangle.size))
  }

  /// Where a pixel of a picture lies once the picture is turned.
  ///
  /// - Parameters:
  ///   - pixel: counted from the top left corner of the picture.
  ///   - picture: the size before it is turned.
  public func turned(_ pixel: PixelPoint, in picture: PixelSize) -> PixelPoint {
    turned(
      PixelRectangle(origin: pixel, size: PixelSize(width: 1, height: 1)), in: picture
    ).origin
  }
}
