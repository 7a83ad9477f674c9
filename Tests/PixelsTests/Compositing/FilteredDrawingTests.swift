import Pixels
import Testing

/// Turned and scaled drawing, beside a reference that takes 256 samples a pixel.
@Suite struct FilteredDrawingTests {
  private let gray: UInt32 = 0xff20_4060
  private let side = 24

  private func whole(_ side: Int) -> Rectangle {
    Rectangle(x: 0, y: 0, width: Double(side), height: Double(side))
  }

  /// Colours that pass slowly, of pixels that are partly transparent.
  private func smooth(_ side: Int, isOpaque: Bool) -> [UInt32] {
    (0..<(side * side)).map { index in
      let (x, y) = (index % side, index / side)
      let alpha = isOpaque ? 255 : 255 - x * 100 / side
      let red = x * 200 / side * alpha / 255
      let green = y * 220 / side * alpha / 255
      let blue = (255 - (x + y) * 100 / side) * alpha / 255
      return UInt32(alpha << 24 | red << 16 | green << 8 | blue)
    }
  }

  private func deviation(
    of words: [UInt32], side pictureSide: Int, format: PixelFormat, crop: Rectangle,
    transform: AffineTransform, alpha: Double = 1,
    by source: ([UInt32], Int) -> (Point) -> ReferenceDrawing.Channels
  ) -> Deviation {
    let before = [UInt32](repeating: gray, count: side * side)
    var canvas = Bitmap.of(before, width: side)
    canvas.draw(
      .of(words, width: pictureSide, format: format), crop: crop, transform: transform,
      alpha: alpha, clip: PixelRectangle(x: 0, y: 0, width: side, height: side))
    let reference = ReferenceDrawing(
      source: source(words, pictureSide), crop: crop, transform: transform, alpha: alpha)
    #expect(canvas.words.allSatisfy { $0 >> 24 == 255 })
    return Deviation(canvas.words, from: reference.over(before, width: side))
  }

  private func about(_ transform: AffineTransform, picture: Int) -> AffineTransform {
    let middle = Double(picture) / 2
    return AffineTransform.translation(x: -middle, y: -middle).then(transform)
      .then(.translation(x: 12.25, y: 11.5))
  }

  @Test(arguments: [45.0, 30, 10, 1, 100, 200.5], [PixelFormat.xrgb8888, .argb8888])
  func turnedPicturesAreAsTheReferenceHasThem(degrees: Double, format: PixelFormat) {
    let found = deviation(
      of: smooth(14, isOpaque: format == .xrgb8888), side: 14, format: format, crop: whole(14),
      transform: about(.rotation(degrees: degrees), picture: 14), by: ReferenceDrawing.bilinear)
    // An edge is a ramp of one pixel, where the area that it cuts from a pixel bends a little.
    #expect(found.most < 14)
    #expect(found.average < 0.8)
  }

  @Test(arguments: [1.5, 2.2, 5, 0.5, 0.37, 0.75, 0.9])
  func scaledPicturesAreAsTheReferenceHasThem(scale: Double) {
    let picture = min(60, Int(16 / scale))
    let found = deviation(
      of: smooth(picture, isOpaque: true), side: picture, format: .xrgb8888, crop: whole(picture),
      transform: about(.scale(scale), picture: picture),
      by: scale < 1 ? ReferenceDrawing.nearest : ReferenceDrawing.bilinear)
    #expect(found.most < 6)
    #expect(found.average < 0.8)
  }

  @Test func turnedWhileScaledInEachAxisByItself() {
    let transform = AffineTransform.scale(x: 0.4, y: 1.7).then(.rotation(degrees: 33))
    let found = deviation(
      of: smooth(12, isOpaque: false), side: 12, format: .argb8888,
      crop: Rectangle(x: 1.5, y: 2.25, width: 9, height: 8),
      transform: about(transform, picture: 12), alpha: 0.7, by: ReferenceDrawing.bilinear)
    #expect(found.most < 14)
    #expect(found.average < 0.8)
  }

  @Test(arguments: [0.7, 0.6, 0.5, 0.4, 0.25, 1.0 / 3])
  func finePatternsBecomeTheirAverage(scale: Double) {
    // Black and white by turns: what falls between samples would flicker.
    let words = (0..<(48 * 48)).map {
      UInt32(($0 % 48 + $0 / 48) % 2 == 0 ? 0xff00_0000 : 0xffff_ffff)
    }
    let before = [UInt32](repeating: 0xff80_8080, count: side * side)
    for degrees in [0.0, 45, 20] {
      var canvas = Bitmap.of(before, width: side)
      canvas.draw(
        .of(words, width: 48), crop: whole(48),
        transform: AffineTransform.translation(x: -24, y: -24).then(.scale(scale))
          .then(.rotation(degrees: degrees)).then(.translation(x: 12, y: 12)), alpha: 1,
        clip: PixelRectangle(x: 0, y: 0, width: side, height: side))
      let values = canvas.words.map { Int($0 & 0xff) }
      #expect(values.allSatisfy { abs($0 - 128) <= 40 }, "\(degrees): \(values)")
    }
  }

  @Test func uprightEdgesOnFractionsCoverTheirShare() {
    var canvas = Bitmap.of([UInt32](repeating: 0xff00_0000, count: 36), width: 6)
    let white = Bitmap.of([UInt32](repeating: 0xffff_ffff, count: 4), width: 2)
    canvas.draw(
      white, crop: whole(2),
      transform: AffineTransform.scale(x: 1.25, y: 1)
        .then(.translation(x: 1.25, y: 2.5)), alpha: 1,
      clip: PixelRectangle(x: 0, y: 0, width: 6, height: 6))
    // From 1.25 to 3.75 across and 2.5 to 4.5 down.
    let across = [0, 0.75, 1, 0.75, 0, 0]
    let down = [0, 0, 0.5, 1, 0.5, 0]
    for (index, word) in canvas.words.enumerated() {
      let share = UInt32((across[index % 6] * down[index / 6] * 255).rounded())
      #expect(word == 0xff00_0000 | share * 0x010101, "\(index % 6), \(index / 6)")
    }
  }

  @Test(arguments: [1.0, 8, 100])
  func edgesOfEnlargedPicturesAreAPixelWideAndTakeNoColour(scale: Double) {
    let white = Bitmap.of([UInt32](repeating: 0xffff_ffff, count: 9), width: 3)
    var canvas = Bitmap.of([UInt32](repeating: 0xffff_0000, count: side * side), width: side)
    // Its upper left corner lies at 12, 12, turned.
    canvas.draw(
      white, crop: whole(3),
      transform: AffineTransform.scale(scale * 4).then(
        .rotation(degrees: 30)
      ).then(.translation(x: 12, y: 0)), alpha: 1,
      clip: PixelRectangle(x: 0, y: 0, width: side, height: side))
    for row in 0..<side {
      let words = canvas.words[(row * side)..<(row * side + side)]
      #expect(words.count { $0 != 0xffff_0000 && $0 != 0xffff_ffff } <= 5, "row \(row)")
      // Between red and white: nothing darker than red, no other hue.
      #expect(words.allSatisfy { $0 >> 16 == 0xffff && $0 >> 8 & 0xff == $0 & 0xff })
    }
  }
}
