import Frames
import Pixels
import TestSupport
import Testing

@Suite struct TurnedFrameTests {
  private let panel = PixelSize(width: 20, height: 11)
  /// Of the panel's size both ways, smaller, larger, far larger.
  private let pictures = [
    PixelSize(width: 20, height: 11), PixelSize(width: 11, height: 20),
    PixelSize(width: 7, height: 5), PixelSize(width: 100, height: 70),
    PixelSize(width: 37, height: 19),
  ]

  private func check(
    _ file: [UInt8], _ layout: FrameLayout
  ) throws {
    let byteCount = file.count
    let file = TemporaryFile(file)
    let decoder = FrameDecoder()
    var upright = layout
    upright.screen = layout.uprightScreen
    upright.orientation = .upright
    upright.format = .xrgb8888
    func decode(_ layout: FrameLayout, _ limit: Int, _ pool: BitmapPool) throws -> FittedPicture {
      try file.use { path in
        try decoder.decode(path: path, layout: layout, memoryLimit: limit, pool: pool)
      }
    }
    let plain = try decode(upright, 64 << 20, BitmapPool(limit: 0))
    let cost = try file.use { path in try decoder.cost(path: path, layout: layout) }
    let pool = BitmapPool(limit: 0)
    let turned = try decode(layout, cost.peakBytes, pool)

    let place = PixelRectangle(origin: plain.origin, size: plain.picture.bitmap.size)
    #expect(turned.origin == layout.orientation.turned(place, in: upright.screen).origin)
    let expected = plain.picture.bitmap.turned(layout.orientation)
    #expect(turned.picture.bitmap.size == expected.size)
    if layout.format == .rgb565 {
      let dithered = expected.dithered(at: turned.origin)
      #expect(turned.picture.bitmap.shortWords == dithered.shortWords)
    } else {
      #expect(turned.picture.bitmap.words == expected.words)
    }
    // No more than was said, and not a byte less would have done.
    #expect(turned.picture.byteCount == cost.resultBytes)
    #expect(pool.mostBytesInUse + byteCount <= cost.peakBytes)
    #expect(throws: DecodeError.self) { try decode(layout, cost.peakBytes - 1, pool) }
  }

  @Test(arguments: Orientation.allCases, [PixelFormat.xrgb8888, .argb8888, .rgb565])
  func everyFrameIsTheUprightOneTurned(
    _ orientation: Orientation, _ format: PixelFormat
  ) throws {
    for size in pictures {
      let file = PNGEncoder.encode(TestCard.draw(frame: 1, of: 3, size: size))
      for fit in Fit.allCases {
        let layout = FrameLayout(
          screen: panel, fit: fit, format: format, orientation: orientation)
        try check(file, layout)
      }
    }
  }

  @Test(arguments: Orientation.allCases) func photographsAreReducedByTheDecoderAllTheSame(
    _ orientation: Orientation
  ) throws {
    let file = JPEGFixture.slope(width: 96, height: 64)
    let layout = FrameLayout(screen: panel, orientation: orientation)
    try check(file, layout)
    let cost = try TemporaryFile(file).use { path in
      try FrameDecoder().cost(path: path, layout: layout)
    }
    let whole = Bitmap.byteCount(size: PixelSize(width: 96, height: 64), format: .xrgb8888)
    #expect(cost.peakBytes - cost.otherBytes < whole)
  }

  @Test func aTurnTakesAnotherBitmapAndHalfATurnNone() throws {
    let size = PixelSize(width: 64, height: 64)
    let file = PNGEncoder.encode(TestCard.draw(frame: 1, of: 3, size: size))
    func pixels(_ orientation: Orientation, _ format: PixelFormat) throws -> Int {
      let pool = BitmapPool(limit: 0)
      let layout = FrameLayout(screen: size, format: format, orientation: orientation)
      _ = try TemporaryFile(file).use { path in
        try FrameDecoder().decode(
          path: path, layout: layout, memoryLimit: 1 << 20, pool: pool)
      }
      return pool.mostBytesInUse / (64 * 64)
    }
    #expect(try pixels(.upright, .xrgb8888) == 4)
    #expect(try pixels(.half, .xrgb8888) == 4)
    #expect(try pixels(.quarter, .xrgb8888) == 8)
    #expect(try pixels(.threeQuarters, .rgb565) == 6)
  }

  @Test func aLargeFrameTakesWhatWasSaid() throws {
    // So large that what the decoder itself holds is not the most.
    let size = PixelSize(width: 400, height: 300)
    let file = PNGEncoder.encode(TestCard.draw(frame: 1, of: 3, size: size))
    for orientation in Orientation.allCases {
      for fit in Fit.allCases {
        for screen in [PixelSize(width: 300, height: 400), PixelSize(width: 320, height: 200)] {
          for format in [PixelFormat.xrgb8888, .rgb565] {
            let layout = FrameLayout(
              screen: screen, fit: fit, format: format, orientation: orientation)
            let pool = BitmapPool(limit: 0)
            let cost = try TemporaryFile(file).use { path in
              let decoder = FrameDecoder()
              let cost = try decoder.cost(path: path, layout: layout)
              _ = try decoder.decode(
                path: path, layout: layout, memoryLimit: cost.peakBytes, pool: pool)
              return cost
            }
            #expect(pool.mostBytesInUse <= cost.peakBytes - file.count)
            #expect(pool.mostBytesInUse >= cost.peakBytes - cost.otherBytes, "\(layout)")
          }
        }
      }
    }
  }
}
