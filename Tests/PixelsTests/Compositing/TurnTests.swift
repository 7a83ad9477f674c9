import Pixels
import Testing

@Suite struct TurnTests {
  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func noNumberTurnsNowhere(turns: Double) {
    let transform = AffineTransform.rotation(turns: turns)
    #expect(transform.a.isNaN && transform.inverse == nil)
  }

  @Test(arguments: [1e300, -1e300, 1e19, -3, Double.greatestFiniteMagnitude])
  func wholeTurnsChangeNothing(turns: Double) {
    #expect(AffineTransform.rotation(turns: turns) == .identity)
  }

  @Test(arguments: [0.25, 1.25, -0.75, -3.75, 1001.25]) func quartersAreExact(turns: Double) {
    let transform = AffineTransform.rotation(turns: turns)
    #expect(transform == AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
  }
}
