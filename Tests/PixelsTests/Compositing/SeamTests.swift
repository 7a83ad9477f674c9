import Pixels
import TestSupport
import Testing

/// A pixel comes out the same in whatever pieces a picture is drawn: else parts that are drawn anew
/// would show.
@Suite struct SeamTests {
  private let size = PixelSize(width: 29, height: 23)
  private var all: PixelRectangle { PixelRectangle(origin: .zero, size: size) }

  private func choice(_ values: [Double], _ random: inout RandomSource) -> Double {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private func transform(_ random: inout RandomSource) -> AffineTransform {
    let scale = choice([0.2, 0.45, 0.7, 1, 1, 1.6, 9], &random)
    let turns = choice([0, 0.25, 0.125, Double.random(in: 0..<1, using: &random)], &random)
    let x = Double.random(in: -5...30, using: &random)
    let y = Double.random(in: -5...25, using: &random)
    return AffineTransform.scale(x: scale, y: scale * choice([1, 1, 0.6], &random))
      .then(.rotation(turns: turns)).then(.translation(x: x, y: y))
  }

  @Test(arguments: 1...300)
  func piecesMakeTheWhole(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let transform = transform(&random)
    let alpha = choice([1, 1, 0.4], &random)
    let format = Bool.random(using: &random) ? PixelFormat.xrgb8888 : .argb8888
    let words = (0..<(17 * 13)).map { _ in
      // Premultiplied: no channel above the alpha.
      let word = UInt32.random(in: 0...UInt32.max, using: &random)
      return 0x8000_0000 | word & 0x7f7f_7f7f
    }
    let crop = Rectangle(x: 1, y: 0.5, width: 15, height: 12)
    let (x, y) = (Int.random(in: 1..<28, using: &random), Int.random(in: 1..<22, using: &random))
    // Each by itself: what lies over it would level small differences.
    let ways: [(inout Bitmap, PixelRectangle) -> Void] = [
      { canvas, clip in
        canvas.draw(
          .of(words, width: 17, format: format), crop: crop, transform: transform, alpha: alpha,
          clip: clip)
      },
      { canvas, clip in
        canvas.gradient(
          top: .black, bottom: Color(red: 250, green: 130, blue: 20), rectangle: crop,
          transform: transform, alpha: alpha, clip: clip)
      },
      { canvas, clip in
        canvas.fill(
          Color(red: 0, green: 255, blue: 20), rectangle: crop, transform: transform, alpha: alpha,
          clip: clip)
      },
    ]
    for (index, draw) in ways.enumerated() {
      var whole = Bitmap.of([UInt32](repeating: 0xff33_6699, count: 29 * 23), width: 29)
      var pieces = Bitmap.of(whole.words, width: 29)
      draw(&whole, all)
      for clip in [
        PixelRectangle(x: 0, y: 0, width: x, height: y),
        PixelRectangle(x: x, y: 0, width: 90, height: y),
        PixelRectangle(x: -9, y: y, width: 9 + x, height: 90),
        PixelRectangle(x: x, y: y, width: 29 - x, height: 23 - y),
      ] { draw(&pieces, clip) }
      #expect(firstDifference(pieces.words, whole.words) == nil, "way \(index)")
    }
  }
}
