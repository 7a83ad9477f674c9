import Pixels
import Testing

@Suite struct PreparedPicturesTests {
  private let size = PixelSize(width: 30, height: 20)
  private var all: PixelRectangle { PixelRectangle(origin: .zero, size: size) }

  private func picture(_ format: PixelFormat) -> Picture {
    Picture(
      .of(
        (0..<(40 * 30)).map { 0x8000_0000 | UInt32($0 * 0x10307) & 0x7f7f_7f7f }, width: 40,
        format: format))
  }

  private static let transforms: [AffineTransform] = [
    .scale(0.7), .scale(0.3), .scale(x: 1.7, y: 0.9), .translation(x: 2.5, y: 1.25),
    AffineTransform.scale(0.45).then(.rotation(degrees: 20)).then(.translation(x: 9, y: -2)),
    .translation(x: -3, y: 2),
  ]

  @Test(arguments: transforms, [PixelFormat.xrgb8888, .argb8888])
  func pixelsAreTheSameBeforeAndAfterACopyIsKept(transform: AffineTransform, format: PixelFormat) {
    let prepared = PreparedPictures(limit: 1 << 20)
    let picture = picture(format)
    let crop = Rectangle(x: 1, y: 0, width: 36, height: 29.5)
    for alpha in [1, 0.4] {
      var expected = Bitmap.of([UInt32](repeating: 0xff20_8040, count: 600), width: 30)
      expected.draw(picture.bitmap, crop: crop, transform: transform, alpha: alpha, clip: all)
      for turn in 0..<5 {
        var canvas = Bitmap.of([UInt32](repeating: 0xff20_8040, count: 600), width: 30)
        for clip in [
          PixelRectangle(x: 0, y: 0, width: 11, height: 20),
          PixelRectangle(x: 11, y: 0, width: 19, height: 20),
        ] {
          canvas.draw(
            picture, crop: crop, transform: transform, alpha: alpha, clip: clip, prepared: prepared)
        }
        #expect(firstDifference(canvas.words, expected.words) == nil, "turn \(turn)")
      }
    }
  }

  private func draw(_ picture: Picture, _ x: Double, _ prepared: PreparedPictures) {
    var canvas = Bitmap.of([UInt32](repeating: 0xff00_0000, count: 600), width: 30)
    canvas.draw(
      picture, crop: Rectangle(x: 0, y: 0, width: 40, height: 30),
      transform: .translation(x: x, y: 0), alpha: 1, clip: all, prepared: prepared)
  }

  @Test func onlyWhatComesAgainIsKeptAndOnlyWhileItsPictureLives() {
    let prepared = PreparedPictures(limit: 30 * 20 * 4 * 2)
    do {
      let picture = picture(.xrgb8888)
      // What lies on whole pixels needs no copy, and what moves is never the same.
      for step in 0..<200 {
        draw(picture, 0, prepared)
        draw(picture, Double(step) / 8 + 0.5, prepared)
      }
      #expect(prepared.byteCount == 0)
      for _ in 0..<3 { draw(picture, 0.25, prepared) }
      #expect(prepared.byteCount == 30 * 20 * 4)
    }
    draw(picture(.xrgb8888), 0.25, prepared)
    #expect(prepared.byteCount == 0)
  }

  @Test func itStaysWithinItsLimit() {
    let prepared = PreparedPictures(limit: 30 * 20 * 4 * 2)
    let pictures = (0..<4).map { _ in picture(.argb8888) }
    for picture in pictures {
      for _ in 0..<3 { draw(picture, 0.25, prepared) }
      #expect(prepared.byteCount <= prepared.limit)
    }
    #expect(prepared.byteCount == 30 * 20 * 4 * 2)
    prepared.limit = 30 * 20 * 4
    #expect(prepared.byteCount == 30 * 20 * 4)
    prepared.limit = 30 * 20 * 4 - 1
    #expect(prepared.byteCount == 0)
    for _ in 0..<9 { draw(pictures[0], 0.25, prepared) }
    #expect(prepared.byteCount == 0)
  }

  @Test func averagedCopiesAreKeptAtOnce() {
    let prepared = PreparedPictures(limit: 1 << 20)
    let picture = picture(.xrgb8888)
    var canvas = Bitmap.of([UInt32](repeating: 0xff00_0000, count: 600), width: 30)
    canvas.draw(
      picture, crop: Rectangle(x: 0, y: 0, width: 40, height: 30), transform: .scale(0.25),
      alpha: 1, clip: all, prepared: prepared)
    #expect(prepared.byteCount == 10 * 8 * 4)
    prepared.removeAll()
    #expect(prepared.byteCount == 0)
  }
}
