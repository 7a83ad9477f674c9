import Pixels
import Testing

@testable import Frames

@Suite("Loading a picture") struct PictureLoadingTests {
  private func bitmap(_ width: Int, _ height: Int, alpha: UInt8) -> Bitmap {
    var bitmap = Bitmap(size: PixelSize(width: width, height: height), format: .argb8888)
    bitmap.withMutableBytes { bytes in
      for place in bytes.indices { bytes[place] = place % 4 == 3 ? alpha : alpha / 2 }
    }
    return bitmap
  }

  private func load(_ bitmap: borrowing Bitmap, within size: PixelSize? = nil) throws -> Picture {
    try TemporaryFile(PNGEncoder.encode(bitmap)).use { try Picture.load($0, within: size) }
  }

  @Test("at its own size, or made smaller to fit, never larger") func sizes() throws {
    #expect(
      try load(bitmap(8, 4, alpha: 255)).bitmap.size == PixelSize(width: 8, height: 4))
    for (width, height, size) in [
      (100, 100, PixelSize(width: 8, height: 4)), (4, 100, PixelSize(width: 4, height: 2)),
      (8, 4, PixelSize(width: 8, height: 4)), (100, 1, PixelSize(width: 2, height: 1)),
    ] {
      let picture = try load(
        bitmap(8, 4, alpha: 255), within: PixelSize(width: width, height: height))
      #expect(picture.bitmap.size == size)
    }
  }

  @Test("transparency is kept, premultiplied; what has none comes opaque") func transparency()
    throws
  {
    let half = try load(bitmap(3, 2, alpha: 128))
    #expect(half.bitmap.format == .argb8888)
    #expect(half.bitmap.words == Array(repeating: 0x8040_4040, count: 6))
    let none = try load(bitmap(3, 2, alpha: 255))
    #expect(none.bitmap.format == .xrgb8888)
    #expect(none.bitmap.words == Array(repeating: 0xff7f_7f7f, count: 6))
    // One pixel is enough.
    var almost = bitmap(3, 2, alpha: 255)
    almost.withMutableBytes { $0[23] = 254 }
    #expect(try load(almost).bitmap.format == .argb8888)
  }

  @Test("an error names the file and what is wrong") func errors() throws {
    let file = TemporaryFile([1, 2, 3])
    let error = #expect(throws: DecodeError.self) { try file.use { try Picture.load($0) } }
    #expect(error?.reason == .notPicture)
    #expect(throws: DecodeError.self) { try Picture.load("/nonexistent.png") }
  }
}
