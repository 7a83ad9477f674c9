import Testing
import Timing

@Suite("Curves") struct CurveTests {
  static let springs = [0.05, 0.3, 0.7, 0.99999, 1, 1.00001, 1.5, 4, 40].flatMap { damping in
    [-3.0, 0, 1, 12].map { Curve.spring(damping: damping, velocity: $0) }
  }
  static let curves: [Curve] =
    [
      .linear, .easeIn, .easeOut, .easeInOut,
      .cubicBezier(x1: 0.2, y1: -1, x2: 0.3, y2: 2), .cubicBezier(x1: 1, y1: 0, x2: 0, y2: 1),
      .cubicBezier(x1: 0, y1: 1, x2: 0, y2: 1), .cubicBezier(x1: 1, y1: 0, x2: 1, y2: 0),
    ] + springs

  @Test("begin at 0 and end at 1 exactly, without a jump", arguments: curves)
  func ends(curve: Curve) {
    #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
    #expect(curve.value(at: -5) == 0 && curve.value(at: 7) == 1)
    // Some of these rise without measure at an end: y = cbrt(x).
    #expect(abs(curve.value(at: 1e-12)) < 1e-3 && abs(curve.value(at: 1 - 1e-12) - 1) < 1e-3)
  }

  @Test(
    "have the presets' values",
    arguments: [
      (Curve.linear, 0.25, 0.25), (.easeInOut, 0.5, 0.5), (.easeIn, 0.5, 0.3153568),
      (.easeOut, 0.5, 0.6846432), (.easeInOut, 0.25, 0.1291619), (.easeInOut, 0.75, 0.8708381),
    ])
  func presets(curve: Curve, time: Double, value: Double) {
    #expect(abs(curve.value(at: time) - value) < 1e-7)
  }

  @Test(
    "of Bézier lie on the curve that their points draw",
    arguments: [
      (0.42, 0.0, 0.58, 1.0), (0.1, 0.9, 0.2, 1), (0.9, -0.5, 0.1, 1.5), (0, 0, 1, 1),
      (0.99, 0, 0.01, 1), (0.5, 3, 0.5, -2),
    ])
  func bezier(x1: Double, y1: Double, x2: Double, y2: Double) {
    let curve = Curve.cubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
    for index in 1..<200 {
      let u = Double(index) / 200
      let v = 1 - u
      let x = 3 * v * v * u * x1 + 3 * v * u * u * x2 + u * u * u
      let y = 3 * v * v * u * y1 + 3 * v * u * u * y2 + u * u * u
      let slopeX = 3 * v * v * x1 + 6 * v * u * (x2 - x1) + 3 * u * u * (1 - x2)
      let slopeY = 3 * v * v * y1 + 6 * v * u * (y2 - y1) + 3 * u * u * (1 - y2)
      // A place is met to 1e-9: the height as well as the curve's slope there allows.
      #expect(abs(curve.value(at: x) - y) < 1e-8 * (1 + abs(slopeY / max(slopeX, 1e-9))))
    }
  }

  @Test(
    "of springs overshoot below a damping of 1 and only there",
    arguments: [
      (0.2, true), (0.5, true), (1.0, false), (1.3, false), (10, false),
    ])
  func overshoot(damping: Double, overshoots: Bool) {
    let curve = Curve.spring(damping: damping, velocity: 0)
    let values = (0...1000).map { curve.value(at: Double($0) / 1000) }
    #expect(values.contains { $0 > 1.001 } == overshoots)
    #expect(values.allSatisfy { $0 >= 0 && $0 < 2 })
    if !overshoots { #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 }) }
  }

  @Test("of springs start at their velocity and have settled at the end", arguments: springs)
  func settling(curve: Curve) {
    guard case .spring(let damping, let velocity) = curve else { return }
    let step = 1e-7
    #expect(abs(curve.value(at: step) / step - velocity) < 0.05 * (1 + damping * damping))
    for place in [0.998, 0.999, 0.9999] { #expect(abs(curve.value(at: place) - 1) < 0.006) }
    let values = (0...4_000).map { curve.value(at: Double($0) / 4_000) }
    // At the most the initial push once over, and no jump anywhere.
    #expect(values.allSatisfy { abs($0) < 3 + abs(velocity) })
    #expect(zip(values, values.dropFirst()).allSatisfy { abs($0 - $1) < 0.1 })
  }
}
