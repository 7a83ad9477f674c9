import Pixels
import Testing

/// Drawing that leaves no room for taste: what lies on whole pixels is exact.
@Suite struct ExactDrawingTests {
  private let gray: UInt32 = 0xff40_5060
  private let size = PixelSize(width: 12, height: 10)

  private func canvas() -> Bitmap {
    Bitmap.of([UInt32](repeating: gray, count: 120), width: 12)
  }

  private var all: PixelRectangle { PixelRectangle(origin: .zero, size: size) }

  /// Five by three pixels, all different, the fourth byte rubbish.
  private let words = (0..<15).map { UInt32($0 * 0x11_0703 + 0x0102_0304) }

  private func whole(_ width: Int, _ height: Int) -> Rectangle {
    Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
  }

  @Test func uprightOnWholePixelsIsACopyWithTheFourthByteFull() {
    var canvas = canvas()
    canvas.draw(
      .of(words, width: 5), crop: whole(5, 3), transform: .translation(x: 4, y: -1), alpha: 1,
      clip: all)
    for (index, word) in canvas.words.enumerated() {
      let (x, y) = (index % 12 - 4, index / 12 + 1)
      let isInside = (0..<5).contains(x) && (0..<3).contains(y)
      #expect(word == (isInside ? words[y * 5 + x] | 0xff00_0000 : gray), "\(x), \(y)")
    }
  }

  @Test(arguments: [0.0, 0.25, 0.5, 0.75, 1, -0.25, 7.5], [false, true])
  func quarterTurnsAndMirrorsAreExact(turns: Double, isMirrored: Bool) {
    var canvas = canvas()
    let mirror = AffineTransform.scale(x: isMirrored ? -1 : 1, y: 1)
    // About the middle of a pixel, where quarters bring pixels onto pixels.
    let transform = AffineTransform.translation(x: -2.5, y: -1.5).then(mirror)
      .then(.rotation(turns: turns)).then(.translation(x: 6.5, y: 4.5))
    canvas.draw(
      .of(words, width: 5), crop: whole(5, 3), transform: transform, alpha: 1, clip: all)
    var expected = [UInt32](repeating: gray, count: 120)
    for (index, word) in words.enumerated() {
      let place = transform.apply(
        Point(x: Double(index % 5) + 0.5, y: Double(index / 5) + 0.5))
      expected[Int(place.y) * 12 + Int(place.x)] = word | 0xff00_0000
    }
    #expect(canvas.words == expected)
  }

  @Test func roundingIsNoSlant() {
    var canvas = canvas()
    let slightly = AffineTransform(
      a: 1 - 1e-9, b: 3e-8, c: -3e-8, d: 1 + 1e-9, tx: 2 + 1e-7, ty: 3 - 1e-7)
    canvas.draw(
      .of(words, width: 5), crop: whole(5, 3), transform: slightly, alpha: 1, clip: all)
    #expect(canvas.words[3 * 12 + 2] == words[0] | 0xff00_0000)
    #expect(canvas.words[5 * 12 + 6] == words[14] | 0xff00_0000)
    #expect(canvas.words.count { $0 != gray } == 15)
  }

  @Test func onlyTheCropIsDrawnAndOnlyInTheClip() {
    var canvas = canvas()
    canvas.draw(
      .of(words, width: 5), crop: Rectangle(x: 1, y: 1, width: 3, height: 2),
      transform: .translation(x: 2, y: 2), alpha: 1,
      clip: PixelRectangle(x: 0, y: 0, width: 5, height: 4))
    var expected = [UInt32](repeating: gray, count: 120)
    expected[3 * 12 + 3] = words[6] | 0xff00_0000
    expected[3 * 12 + 4] = words[7] | 0xff00_0000
    #expect(canvas.words == expected)
  }

  /// What pixman promises: each product rounded to the nearest 255th.
  private func times(_ first: UInt32, _ second: UInt32) -> UInt32 {
    (first * second * 2 + 255) / 510
  }

  private func over(_ source: UInt32, _ target: UInt32, weight: UInt32) -> UInt32 {
    let rest = 255 - times(source >> 24, weight)
    return [UInt32(24), 16, 8, 0].reduce(0) { word, shift in
      let channel =
        times(source >> shift & 0xff, weight) + times(target >> shift & 0xff, rest)
      return word | min(255, channel) << shift
    }
  }

  @Test(arguments: [0.002, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999, 1, 3])
  func alphaIsExact(alpha: Double) {
    let weight = UInt32((min(1, alpha) * 255).rounded())
    let premultiplied: [UInt32] = [
      0, 0xff12_3456, 0x8040_2010, 0x0101_0001, 0xfe00_fe7f, 0x1004_0810, 0x8080_8080, 0xffff_ffff,
    ]
    for (picture, format) in [(premultiplied, PixelFormat.argb8888), (words, .xrgb8888)] {
      for target in [gray, 0xff00_0000, 0xffff_ffff] {
        var canvas = Bitmap.of([UInt32](repeating: target, count: 16), width: 16)
        canvas.draw(
          .of(picture, width: picture.count, format: format), crop: whole(picture.count, 1),
          transform: .identity, alpha: alpha, clip: PixelRectangle(origin: .zero, size: canvas.size)
        )
        for (index, word) in picture.enumerated() {
          let source = format == .argb8888 ? word : word | 0xff00_0000
          #expect(canvas.words[index] == over(source, target, weight: weight), "pixel \(index)")
        }
      }
    }
  }

  @Test func groupsKeepTheirAlpha() {
    var group = Bitmap.of([UInt32](repeating: 0x1234_5678, count: 6), width: 3, format: .argb8888)
    group.clear(PixelRectangle(x: 0, y: 0, width: 2, height: 9))
    #expect(group.words == [0, 0, 0x1234_5678, 0, 0, 0x1234_5678])
    group.draw(
      .of([0x8040_2010], width: 1, format: .argb8888), crop: whole(1, 1), transform: .identity,
      alpha: 0.5, clip: all)
    #expect(group.words[0] == over(0x8040_2010, 0, weight: 128))
    group.fill(
      Color(red: 255, green: 0, blue: 0), rectangle: whole(1, 1),
      transform: .translation(x: 1, y: 1), alpha: 0.25, clip: all)
    #expect(group.words[4] == 0x4040_0000)
  }

  @Test func whatCannotBeSeenChangesNothing() {
    var canvas = canvas()
    let before = canvas.words
    let picture = Bitmap.of(words, width: 5)
    let empty = PixelRectangle(x: 3, y: 3, width: 0, height: 4)
    for (crop, alpha, clip) in [
      (whole(5, 3), 0, all), (whole(5, 3), -1, all), (whole(5, 3), .nan, all),
      (whole(0, 3), 1, all), (whole(5, 3), 1, empty),
      (whole(5, 3), 1, PixelRectangle(x: 40, y: 0, width: 9, height: 9)),
      (whole(5, 3), 1, PixelRectangle(x: 5, y: 3, width: 9, height: 9)),
      (Rectangle(x: 5, y: 0, width: 4, height: 3), 1, all),
    ] {
      canvas.draw(picture, crop: crop, transform: .identity, alpha: alpha, clip: clip)
    }
    #expect(canvas.words == before)
  }
}
