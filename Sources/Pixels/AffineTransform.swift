import Glibc

/// A map of the plane that keeps straight lines straight and parallel ones parallel.
///
/// A point goes to `(a·x + c·y + tx, b·x + d·y + ty)`. As `y` grows downwards, a positive angle turns
/// clockwise.
public struct AffineTransform: Sendable, Hashable {
  /// How far a step to the right goes to the right.
  public var a: Double
  /// How far a step to the right goes down.
  public var b: Double
  /// How far a step down goes to the right.
  public var c: Double
  /// How far a step down goes down.
  public var d: Double
  /// Pixels that everything moves to the right.
  public var tx: Double
  /// Pixels that everything moves down.
  public var ty: Double

  /// Makes a transform from its six numbers.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Leaves everything where it is.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Moves everything.
  public static func translation(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Makes everything larger or smaller about the origin.
  public static func scale(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Makes everything larger or smaller about the origin, proportions kept.
  public static func scale(_ factor: Double) -> AffineTransform { scale(x: factor, y: factor) }

  /// Turns everything clockwise about the origin; 1 is a full turn, and quarters are exact.
  public static func rotation(turns: Double) -> AffineTransform {
    let (sine, cosine) = sineAndCosine(turns: turns)
    return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Turns everything clockwise about the origin.
  public static func rotation(degrees: Double) -> AffineTransform {
    rotation(turns: degrees / 360)
  }

  /// Turns everything clockwise about the origin.
  public static func rotation(radians: Double) -> AffineTransform {
    rotation(turns: radians / (2 * Double.pi))
  }

  /// The transform that does this one first, then another.
  public func then(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The factor by which areas grow; negative where it mirrors, 0 where it flattens.
  public var determinant: Double { a * d - b * c }

  /// The transform that undoes this one; nil where it flattens the plane.
  public var inverse: AffineTransform? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    return AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  /// Where a point goes.
  public func apply(_ point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The smallest upright rectangle around where a rectangle goes.
  public func bounds(of rectangle: Rectangle) -> Rectangle {
    let (width, height) = (rectangle.size.width, rectangle.size.height)
    let corner = apply(rectangle.origin)
    return Rectangle(
      x: corner.x + min(0, a * width) + min(0, c * height),
      y: corner.y + min(0, b * width) + min(0, d * height),
      width: abs(a) * width + abs(c) * height, height: abs(b) * width + abs(d) * height)
  }

  private static func sineAndCosine(turns: Double) -> (Double, Double) {
    // Whole turns lead nowhere, and endless ones nowhere that can be drawn.
    let turns = turns.truncatingRemainder(dividingBy: 1)
    guard turns.isFinite else { return (.nan, .nan) }
    // Whole quarters are taken out first: what they give is exact.
    let quarters = (turns * 4).rounded()
    let rest = (turns - quarters / 4) * 2 * Double.pi
    let (sine, cosine) = rest == 0 ? (0, 1) : (sin(rest), cos(rest))
    switch Int(quarters.truncatingRemainder(dividingBy: 4) + 4) % 4 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }
}
