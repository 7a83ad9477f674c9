import Glibc
import Layers
import Pixels
import TestSupport
import Testing

@Suite("Transforms on their way") struct TransformMixingTests {
  /// The transform on screen half-way from one to another, or at a part of the way.
  private func between(
    _ from: AffineTransform, _ to: AffineTransform, at part: Double = 0.5
  ) -> AffineTransform {
    let stage = AnimationStage()
    stage.layer.transform = from
    stage.animate("a", duration: 1000) { stage.layer.transform = to }
    return stage.layer.presentation(at: Int64(part * 1000)).transform
  }

  private func isClose(_ one: AffineTransform, _ two: AffineTransform) -> Bool {
    let pairs = [
      (one.a, two.a), (one.b, two.b), (one.c, two.c), (one.d, two.d), (one.tx, two.tx),
      (one.ty, two.ty),
    ]
    return pairs.allSatisfy { abs($0 - $1) < 1e-9 }
  }

  @Test(
    "shift, turn and grow each by itself",
    arguments: [
      (
        AffineTransform.identity, AffineTransform.translation(x: 8, y: -4),
        AffineTransform.translation(x: 4, y: -2)
      ),
      (.identity, .scale(x: 3, y: 5), .scale(x: 2, y: 3)),
      (.identity, .rotation(turns: 0.25), .rotation(turns: 0.125)),
      (.rotation(turns: 0.9), .rotation(turns: 0.1), .identity),
      (.rotation(turns: 0.1), .rotation(turns: 0.8), .rotation(turns: 0.95)),
      (.identity, .rotation(turns: 0.5), .rotation(turns: 0.25)),
      (
        .identity, .scale(2).then(.rotation(turns: 0.3)).then(.translation(x: 6, y: 0)),
        .scale(1.5).then(.rotation(turns: 0.15)).then(.translation(x: 3, y: 0))
      ),
      (.identity, .scale(x: -1, y: 1), .scale(x: 0, y: 1)),
      (.identity, .scale(x: 1, y: -1), .scale(x: 1, y: 0)),
      (
        .scale(x: -1, y: 1), .scale(x: 1, y: -1),
        AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 0, ty: 0)
      ),
      (
        .identity, AffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0),
        AffineTransform(a: 1, b: 0, c: 0.25, d: 1, tx: 0, ty: 0)
      ),
      (.scale(0), .scale(1), .scale(0.5)),
      (
        .identity, AffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 4, ty: 0),
        AffineTransform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 2, ty: 0)
      ),
    ])
  func halfWay(from: AffineTransform, to: AffineTransform, middle: AffineTransform) {
    #expect(isClose(between(from, to), middle), "\(between(from, to))")
    #expect(between(from, to, at: 0) == from && between(from, to, at: 1) == to)
  }

  @Test("never leap", arguments: 0..<60)
  func continuity(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    func any() -> AffineTransform {
      func number() -> Double { Double.random(in: -2...2, using: &random) }
      return AffineTransform(
        a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
    }
    let (from, to) = (any(), any())
    var last = from
    for step in 1...1000 {
      let next = between(from, to, at: Double(step) / 1000)
      for key in [\AffineTransform.a, \.b, \.c, \.d, \.tx, \.ty] {
        #expect(abs(next[keyPath: key] - last[keyPath: key]) < 0.1)
      }
      last = next
    }
    #expect(last == to)
  }
}
