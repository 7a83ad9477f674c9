import Frames
import Pixels
import Testing

/// What the encoder writes, the decoder reads: captures are the pixels that were shown.
@Suite struct CaptureTests {
  private func read(_ bytes: [UInt8], _ size: PixelSize, _ format: PixelFormat) throws -> [UInt32] {
    try TemporaryFile(bytes).use { path in
      let layout = FrameLayout(screen: size, format: format)
      return try FrameDecoder().decode(path: path, layout: layout, memoryLimit: 1 << 20)
        .picture.bitmap.words
    }
  }

  @Test(arguments: [0, 1, 6, 9])
  func opaquePixelsComeBackAtEveryLevel(_ level: Int) throws {
    let card = TestCard.draw(frame: 2, of: 5, size: PixelSize(width: 33, height: 21))
    let bytes = PNGEncoder.encode(card, level: level)
    #expect(try read(bytes, card.size, .xrgb8888) == card.words)
  }

  @Test func pixelsOf565ComeBackAsAScreenShowsThem() throws {
    var card = Bitmap(size: PixelSize(width: 3, height: 1), format: .rgb565)
    card.withMutableBytes { $0.copyBytes(from: [0x00, 0xf8, 0xe0, 0x07, 0x1f, 0x00]) }
    let words = try read(PNGEncoder.encode(card), card.size, .xrgb8888)
    #expect(words == [0xffff_0000, 0xff00_ff00, 0xff00_00ff])
  }

  @Test func premultipliedPixelsComeBackPremultiplied() throws {
    var card = Bitmap(size: PixelSize(width: 3, height: 1), format: .argb8888)
    card.withMutableBytes { $0.copyBytes(from: [64, 32, 0, 128, 0, 0, 0, 0, 1, 2, 3, 255]) }
    #expect(try read(PNGEncoder.encode(card), card.size, .argb8888) == card.words)
  }
}
