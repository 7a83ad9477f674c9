import Frames
import Pixels
import Testing

@Suite struct FrameDecoderTests {
  private let budget = 64 << 20

  @Test func aPictureOfTheScreensSizeComesOutAsItIs() throws {
    let card = TestCard.draw(frame: 3, of: 10, size: PixelSize(width: 32, height: 18))
    let layout = FrameLayout(screen: card.size)
    let frame = try TemporaryFile(PNGEncoder.encode(card)).use { path in
      try FrameDecoder().decode(path: path, layout: layout, memoryLimit: budget)
    }
    #expect(frame.origin == .zero)
    #expect(frame.picture.bitmap.words == card.words)
  }

  @Test(arguments: [PixelFormat.xrgb8888, .argb8888, .rgb565], Fit.allCases)
  func everyFitAndFormatGivesAFrameThatFits(_ format: PixelFormat, _ fit: Fit) throws {
    let sizes = [
      PixelSize(width: 64, height: 36), PixelSize(width: 1, height: 40),
      PixelSize(width: 100, height: 7),
    ]
    for size in sizes {
      let card = TestCard.draw(frame: 0, of: 1, size: size)
      let file = TemporaryFile(PNGEncoder.encode(card))
      let screen = PixelSize(width: 20, height: 11)
      let layout = FrameLayout(screen: screen, fit: fit, format: format)
      let decoder = FrameDecoder()
      let cost = try file.use { path in try decoder.cost(path: path, layout: layout) }
      func decode(_ memoryLimit: Int) throws -> FittedPicture {
        try file.use { path in
          try decoder.decode(path: path, layout: layout, memoryLimit: memoryLimit)
        }
      }
      let frame = try decode(cost.peakBytes)
      let place = fit.placement(of: size, on: screen).destination
      #expect(frame.origin == place.origin)
      #expect(frame.picture.bitmap.size == place.size)
      // The card has no transparency to keep.
      #expect(frame.picture.bitmap.format == (format == .argb8888 ? .xrgb8888 : format))
      #expect(frame.picture.byteCount == cost.resultBytes)
      #expect(throws: DecodeError.self) { try decode(cost.peakBytes - 1) }
    }
  }
}
