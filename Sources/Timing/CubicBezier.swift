/// A cubic Bézier curve from (0, 0) to (1, 1), read as a function of `x`.
struct CubicBezier {
  // Coefficients of the powers of the curve's own parameter.
  private let x: (Double, Double, Double)
  private let y: (Double, Double, Double)

  /// Makes a curve by its control points; `x1` and `x2` are clamped to 0…1, so that it is a function.
  init(x1: Double, y1: Double, x2: Double, y2: Double) {
    x = Self.coefficients(min(max(0, x1), 1), min(max(0, x2), 1))
    y = Self.coefficients(y1, y2)
  }

  /// The height over a place between 0 and 1, to 1e-9 of the place.
  func value(at place: Double) -> Double { Self.polynomial(y, parameter(at: place)) }

  private func parameter(at place: Double) -> Double {
    var parameter = place
    for _ in 0..<8 {
      let error = Self.polynomial(x, parameter) - place
      if abs(error) < 1e-9 { return parameter }
      let slope = (3 * x.0 * parameter + 2 * x.1) * parameter + x.2
      if abs(slope) < 1e-6 { break }
      parameter = min(max(0, parameter - error / slope), 1)
    }
    // Where the curve runs steeply Newton goes astray; `x` grows throughout, so halving finds it.
    var low = 0.0
    var high = 1.0
    for _ in 0..<64 where high - low > 1e-16 {
      parameter = (low + high) / 2
      if Self.polynomial(x, parameter) < place { low = parameter } else { high = parameter }
    }
    return parameter
  }

  private static func coefficients(_ first: Double, _ second: Double) -> (Double, Double, Double) {
    (1 + 3 * first - 3 * second, 3 * second - 6 * first, 3 * first)
  }

  private static func polynomial(_ by: (Double, Double, Double), _ parameter: Double) -> Double {
    ((by.0 * parameter + by.1) * parameter + by.2) * parameter
  }
}
