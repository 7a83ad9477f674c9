import Glibc
import Pixels

/// A transform taken apart into what eyes follow: a shift, a turn, a skew and a scale.
struct TransformParts {
  private var shift: Point
  private var turns: Double
  private var scale: Size
  private var skew: Double

  /// Takes a transform apart; nil where it flattens the plane.
  init?(_ transform: AffineTransform) {
    let determinant = transform.determinant
    let length = hypot(transform.a, transform.b)
    guard determinant != 0, determinant.isFinite, length > 0 else { return nil }
    // What mirrors does so along the axis that it turns least.
    let across = determinant < 0 && transform.a < transform.d ? -length : length
    let (cosine, sine) = (transform.a / across, transform.b / across)
    shift = Point(x: transform.tx, y: transform.ty)
    turns = atan2(sine, cosine) / (2 * Double.pi)
    scale = Size(width: across, height: determinant / across)
    skew = transform.c * cosine + transform.d * sine
  }

  /// The transform that the parts make.
  var transform: AffineTransform {
    AffineTransform(a: scale.width, b: 0, c: skew, d: scale.height, tx: 0, ty: 0)
      .then(.rotation(turns: turns)).then(.translation(x: shift.x, y: shift.y))
  }

  /// The parts between these and others; the turn goes the short way, half turns clockwise.
  func mixed(with other: TransformParts, at progress: Double) -> TransformParts {
    var from = self
    if from.scale.width * other.scale.width < 0, from.scale.height * other.scale.height < 0 {
      // Mirrored along different axes: half a turn makes it the same axis.
      from.scale = Size(width: -from.scale.width, height: -from.scale.height)
      from.skew = -from.skew
      from.turns += 0.5
    }
    var way = remainder(other.turns - from.turns, 1)
    if way == -0.5 { way = 0.5 }
    from.shift = from.shift.mixed(with: other.shift, at: progress)
    from.turns += way * progress
    from.scale.width.mix(with: other.scale.width, at: progress)
    from.scale.height.mix(with: other.scale.height, at: progress)
    from.skew.mix(with: other.skew, at: progress)
    return from
  }
}

extension AffineTransform {
  /// The transform between this one and another, by parts; number by number where one flattens.
  func mixed(with other: AffineTransform, at progress: Double) -> AffineTransform {
    if let from = TransformParts(self), let to = TransformParts(other) {
      return from.mixed(with: to, at: progress).transform
    }
    var mixed = self
    mixed.a.mix(with: other.a, at: progress)
    mixed.b.mix(with: other.b, at: progress)
    mixed.c.mix(with: other.c, at: progress)
    mixed.d.mix(with: other.d, at: progress)
    mixed.tx.mix(with: other.tx, at: progress)
    mixed.ty.mix(with: other.ty, at: progress)
    return mixed
  }
}

extension Point {
  /// The place between this one and another.
  func mixed(with other: Point, at progress: Double) -> Point {
    var mixed = self
    mixed.x.mix(with: other.x, at: progress)
    mixed.y.mix(with: other.y, at: progress)
    return mixed
  }
}

extension Double {
  /// Goes a part of the way to another number.
  mutating func mix(with other: Double, at progress: Double) { self += (other - self) * progress }
}
