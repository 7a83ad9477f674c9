import Timing

extension SceneCursor {
  /// Degrees, clockwise.
  mutating func degrees() throws(SceneComplaint) -> Double {
    try number("degrees", -1_000_000...1_000_000)
  }

  /// A curve by its name or its numbers: `ease-out`, `bezier(0.4, 0, 0.2, 1)`, `spring(0.5)`.
  mutating func curve() throws(SceneComplaint) -> Curve {
    if take("bezier") { return try bezier() }
    if take("spring") { return try spring() }
    let curves: [Curve] = [.linear, .easeIn, .easeOut, .easeInOut]
    return curves[
      min(
        curves.count - 1,
        try index(
          in: ["linear", "ease-in", "ease-out", "ease-in-out", "bezier(…)", "spring(…)"]))]
  }

  /// Takes `(x1, y1, x2, y2)`.
  private mutating func bezier() throws(SceneComplaint) -> Curve {
    try parenthesis("(", "(x1, y1, x2, y2)")
    let curve = Curve.cubicBezier(
      x1: try number("x1", 0...1), y1: try number("y1", -10...10), x2: try number("x2", 0...1),
      y2: try number("y2", -10...10))
    try parenthesis(")", "a parenthesis )")
    return curve
  }

  /// Takes `(damping)` or `(damping, velocity)`.
  private mutating func spring() throws(SceneComplaint) -> Curve {
    try parenthesis("(", "(damping) or (damping, velocity)")
    let damping = try value("a damping from 0.01 to 100") { text -> Double? in
      guard let number = Self.number(text[...]), 0.01...100 ~= number else { return nil }
      return number
    }
    if take(")") { return .spring(damping: damping, velocity: 0) }
    let velocity = try number("a parenthesis ) or a velocity", -100...100)
    try parenthesis(")", "a parenthesis )")
    return .spring(damping: damping, velocity: velocity)
  }

  private mutating func parenthesis(_ sign: String, _ expected: String) throws(SceneComplaint) {
    if !take(sign) { throw complaint(expected) }
  }
}
