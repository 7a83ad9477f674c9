import Frames
import Pixels
import TestSupport
import Testing

@Suite("One picture across several screens")
struct SpanTests {
  private func noise(_ size: PixelSize, isOpaque: Bool, _ random: inout RandomSource) -> Bitmap {
    var bitmap = Bitmap(size: size, format: isOpaque ? .xrgb8888 : .argb8888)
    bitmap.withMutableBytes { bytes in
      for index in stride(from: 0, to: bytes.count, by: 4) {
        let alpha = isOpaque ? 255 : random.pick(0, 255, UInt8.random(in: 0...255, using: &random))
        for channel in 0..<3 { bytes[index + channel] = .random(in: 0...alpha, using: &random) }
        bytes[index + 3] = alpha
      }
    }
    return bitmap
  }

  /// A frame's pixels on a screen of its own, with the background around it.
  private func screen(_ frame: FittedPicture, _ size: PixelSize, _ background: Color) -> Bitmap {
    var screen = Bitmap(size: size, format: .xrgb8888)
    screen.fill(PixelRectangle(origin: .zero, size: size), background)
    screen.draw(frame.picture.bitmap, at: frame.origin)
    return screen
  }

  @Test(
    "is what each shows of the picture fitted to them all, pixel for pixel", arguments: 0..<400)
  func random(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    func size(_ range: ClosedRange<Int>) -> PixelSize {
      PixelSize(
        width: .random(in: range, using: &random), height: .random(in: range, using: &random))
    }
    let orientations = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Orientation.allCases.randomElement(using: &random) ?? .upright
    }
    let screens = orientations.map { _ in size(3...24) }
    let arrangement = ScreenArrangement(
      sideBySide: zip(screens, orientations).map { $1.inverse.turned($0) })
    let isPhotograph = random.once(in: 4)
    let picture = size(random.pick(2...30, 2...90, 60...200))
    let bytes =
      isPhotograph
      ? JPEGFixture.encode(width: picture.width, height: picture.height) { x, y in
        [UInt8(x * 7 & 0xff), UInt8(y * 5 & 0xff), UInt8((x + y) & 0xff)]
      }
      : PNGEncoder.encode(noise(picture, isOpaque: random.once(in: 2), &random))
    let file = TemporaryFile(bytes)
    let background = Color(red: 30, green: 60, blue: 90)
    let format = random.pick(PixelFormat.xrgb8888, .rgb565)
    let decoder = FrameDecoder()
    var layout = FrameLayout(
      screen: arrangement.whole, fit: Fit.allCases.randomElement(using: &random) ?? .contain,
      background: background, enlarges: !random.once(in: 4))
    let reference = try file.use { path in
      try decoder.decode(path: path, layout: layout, memoryLimit: 64 << 20)
    }
    let whole = screen(reference, arrangement.whole, background)
    layout.format = format
    for (index, size) in screens.enumerated() {
      layout.screen = size
      layout.orientation = orientations[index]
      layout.span = arrangement.span(index)
      let pool = BitmapPool(limit: 0)
      let (frame, cost) = try file.use { path in
        let cost = try decoder.cost(path: path, layout: layout)
        return (
          try decoder.decode(
            path: path, layout: layout, memoryLimit: cost.peakBytes, pool: pool), cost
        )
      }
      #expect(frame.picture.byteCount == cost.resultBytes)
      #expect(pool.mostBytesInUse + bytes.count <= cost.peakBytes)
      let expected = whole.cropped(to: arrangement.parts[index]).turned(orientations[index])
      let place = PixelRectangle(origin: frame.origin, size: frame.picture.bitmap.size)
      if format == .rgb565 {
        let part = expected.cropped(to: place).dithered(at: place.origin)
        #expect(frame.picture.bitmap.shortWords == part.shortWords)
        var around = expected
        around.fill(place, background)
        #expect(around.words.allSatisfy { $0 & 0xff_ffff == background.word & 0xff_ffff })
      } else {
        #expect(
          screen(frame, size, background).words.map { $0 & 0xff_ffff }
            == expected.words.map { $0 & 0xff_ffff }, "screen \(index): \(layout)")
      }
    }
  }

  @Test("screens stand side by side, the lower ones half-way up")
  func arrangement() {
    let one = PixelSize(width: 1920, height: 1080)
    let other = PixelSize(width: 800, height: 481)
    let arrangement = ScreenArrangement(sideBySide: [other, one, other])
    #expect(arrangement.whole == PixelSize(width: 3520, height: 1080))
    #expect(
      arrangement.parts == [
        PixelRectangle(x: 0, y: 299, width: 800, height: 481),
        PixelRectangle(x: 800, y: 0, width: 1920, height: 1080),
        PixelRectangle(x: 2720, y: 299, width: 800, height: 481),
      ])
  }

  @Test("a screen that sees nothing of a picture takes next to nothing for it")
  func unseen() throws {
    let screen = PixelSize(width: 64, height: 36)
    let arrangement = ScreenArrangement(sideBySide: [screen, screen, screen])
    let file = TemporaryFile(
      PNGEncoder.encode(TestCard.draw(frame: 0, of: 1, size: PixelSize(width: 36, height: 36))))
    for format in [PixelFormat.xrgb8888, .rgb565, .argb8888] {
      let layout = FrameLayout(
        screen: screen, background: Color(red: 255, green: 0, blue: 0), format: format,
        span: arrangement.span(2))
      let frame = try file.use { path in
        try FrameDecoder().decode(path: path, layout: layout, memoryLimit: 1 << 20)
      }
      #expect(frame.picture.bitmap.size == PixelSize(width: 1, height: 1))
      #expect(frame.origin == .zero)
      let expected: UInt32 = format == .argb8888 ? 0 : 0xff0000
      if format == .rgb565 {
        #expect(frame.picture.bitmap.shortWords == [0xf800])
      } else {
        #expect(frame.picture.bitmap.words.map { $0 & 0xff_ffff } == [expected])
      }
    }
  }
}
