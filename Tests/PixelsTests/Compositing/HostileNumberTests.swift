import Pixels
import TestSupport
import Testing

/// Whatever numbers come in: no trap, no write outside, nothing where nothing can be seen.
@Suite struct HostileNumberTests {
  private let size = PixelSize(width: 20, height: 12)
  private let gray: UInt32 = 0xff33_3333

  private func canvas() -> Bitmap {
    Bitmap.of([UInt32](repeating: gray, count: 240), width: 20)
  }

  private func drawAll(
    on canvas: inout Bitmap, crop: Rectangle, _ transform: AffineTransform, clip: PixelRectangle
  ) {
    let picture = Bitmap.of([UInt32](repeating: 0xffff_ffff, count: 64), width: 8)
    canvas.draw(picture, crop: crop, transform: transform, alpha: 1, clip: clip)
    let white = Color(red: 255, green: 255, blue: 255)
    canvas.fill(white, rectangle: crop, transform: transform, alpha: 0.7, clip: clip)
    canvas.gradient(
      top: white, bottom: white, rectangle: crop, transform: transform, alpha: 1, clip: clip)
  }

  private static let numbers: [Double] = [
    0, 1, -1, 0.3, 1e-9, -1e-9, 1e-300, .leastNonzeroMagnitude, 32767, 65536, -1e6, 1e9, 1e15,
    1e300, -1e300, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
  ]

  @Test(arguments: 1...200)
  func anyNumbersAreSurvived(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    func number() -> Double {
      Self.numbers[Int.random(in: 0..<Self.numbers.count, using: &random)]
    }
    func length() -> Double { Bool.random(using: &random) ? number() : 8 }
    for _ in 0..<20 {
      var canvas = canvas()
      let transform = AffineTransform(
        a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
      let crop = Rectangle(x: number(), y: length(), width: length(), height: length())
      let clip = PixelRectangle(
        x: Int.random(in: -9...20, using: &random), y: Int.random(in: -9...12, using: &random),
        width: Int.random(in: -1...40, using: &random),
        height: Int.random(in: 0...40, using: &random))
      drawAll(on: &canvas, crop: crop, transform, clip: clip)
      for (index, word) in canvas.words.enumerated() where word != gray {
        let (x, y) = (index % 20, index / 20)
        #expect(
          x >= clip.origin.x && x < clip.maxX && y >= clip.origin.y && y < clip.maxY,
          "\(transform) wrote outside \(clip)")
        #expect(word >> 24 == 255)
      }
    }
  }

  @Test(arguments: [
    AffineTransform.scale(0), .scale(1e-7), .scale(x: 1, y: 1e-5), .scale(.nan), .scale(.infinity),
    .translation(x: .nan, y: 0), .translation(x: 1e300, y: 0), .translation(x: 1e12, y: 1e12),
    AffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0),
  ])
  func whatIsFlatOrNowhereDrawsNothing(transform: AffineTransform) {
    var canvas = canvas()
    drawAll(
      on: &canvas, crop: Rectangle(x: 0, y: 0, width: 8, height: 8), transform,
      clip: PixelRectangle(origin: .zero, size: size))
    #expect(canvas.words.allSatisfy { $0 == gray })
  }

  @Test(arguments: [1.0, 30, 1000, 1e6, 1e9], [0.0, 30, 90])
  func enormousPicturesFillTheScreen(scale: Double, degrees: Double) {
    var canvas = canvas()
    let transform = AffineTransform.translation(x: -4, y: -4).then(.scale(4 * scale))
      .then(.rotation(degrees: degrees)).then(.translation(x: 10, y: 6))
    drawAll(
      on: &canvas, crop: Rectangle(x: 0, y: 0, width: 8, height: 8), transform,
      clip: PixelRectangle(origin: .zero, size: size))
    #expect(canvas.words.allSatisfy { $0 == 0xffff_ffff })
  }

  @Test(arguments: [0.002, 0.05, 0.49, 0.501, 0.75, 1, 3], [0.0, 0.25, 0.1])
  func widePicturesAreDrawnToTheirEnds(scale: Double, turns: Double) {
    // As wide as a picture may be: beyond a quarter turn, pixman's numbers end at twice that.
    let width = 16384
    let words = (0..<width).map { UInt32($0 * 255 / width) * 0x010101 | 0xff00_0000 }
    let picture = Bitmap.of(words + words, width: width)
    var canvas = canvas()
    for end in [0.0, 0.5, 1] {
      // That place of the picture comes to the middle of the screen.
      let transform = AffineTransform.translation(x: -end * Double(width), y: -1)
        .then(.scale(x: scale, y: 40)).then(.rotation(turns: turns))
        .then(.translation(x: 10, y: 6))
      canvas.draw(
        picture, crop: Rectangle(x: 0, y: 0, width: Double(width), height: 2),
        transform: transform, alpha: 1, clip: PixelRectangle(origin: .zero, size: size))
      // A step along the picture from the middle, inwards.
      let inwards = end == 1 ? -2.0 : 2
      let place = AffineTransform.rotation(turns: turns).apply(Point(x: inwards, y: 0))
      let (x, y) = (Int(10 + place.x), Int(6 + place.y))
      let expected = min(255, max(0, end * 255 + (inwards + 0.5) / scale * 255 / Double(width)))
      let found = Double(canvas.words[y * 20 + x] & 0xff)
      #expect(abs(found - expected) <= 4 + 255 / (scale * Double(width)), "\(end): \(found)")
    }
  }
}
