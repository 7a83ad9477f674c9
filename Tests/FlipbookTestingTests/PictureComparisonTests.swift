import FlipbookTesting
import Pixels
import Testing

/// What golden-picture tests are told.
@Suite struct PictureComparisonTests {
  /// A picture of 4x3 with a pixel changed by so much.
  private func picture(
    _ format: PixelFormat = .xrgb8888, size: PixelSize = PixelSize(width: 4, height: 3),
    change: (index: Int, by: UInt8)? = nil
  ) -> Bitmap {
    var bitmap = Bitmap(size: size, format: format)
    bitmap.withMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = 200 }
      if let change { bytes[change.index] += change.by }
    }
    return bitmap
  }

  @Test func equalPicturesAreAMatch() {
    let comparison = PictureComparison(of: picture(), with: picture())
    #expect(comparison.isMatch && comparison.differingPixels == 0)
    #expect(comparison.firstDifference == nil && comparison.largestDifference == 0)
    #expect(comparison.description == "The pictures are equal.")
  }

  @Test func theFirstDifferenceIsNamedInReadingOrder() {
    // Byte 1 of pixel 6, that is green at column 2 of row 1.
    let comparison = PictureComparison(of: picture(change: (25, 9)), with: picture())
    #expect(!comparison.isMatch && comparison.differingPixels == 1)
    #expect(comparison.firstDifference == PixelPoint(x: 2, y: 1))
    #expect(comparison.largestDifference == 9)
    #expect(
      comparison.description
        == "1 of 12 pixels differ, the first at (2, 1), by up to 9 a channel.")
  }

  @Test(arguments: [(8, false), (9, true), (255, true)])
  func theToleranceIsForEachChannel(tolerance: UInt8, isMatch: Bool) {
    let comparison = PictureComparison(
      of: picture(change: (25, 9)), with: picture(), tolerance: tolerance)
    #expect(comparison.isMatch == isMatch)
    #expect(comparison.largestDifference == 9)
  }

  @Test func unusedBitsDoNotCountButAlphaDoes() {
    let unused = PictureComparison(of: picture(change: (3, 9)), with: picture())
    #expect(unused.isMatch)
    let alpha = PictureComparison(
      of: picture(.argb8888, change: (3, 9)), with: picture(.argb8888))
    #expect(alpha.differingPixels == 1)
  }

  @Test func picturesOfDifferentSizesNeverMatch() {
    let other = picture(size: PixelSize(width: 3, height: 4))
    let comparison = PictureComparison(of: other, with: picture(), tolerance: 255)
    #expect(!comparison.isMatch)
    #expect(comparison.description == "The picture is 3x4, expected was 4x3.")
    if case .some = PictureComparison.difference(of: other, with: picture()) {
      Issue.record("there is nothing to lay over each other")
    }
  }

  @Test(arguments: [
    (0x0000, 0x00_0000), (0xffff, 0xff_ffff), (0xf800, 0xff_0000), (0x07e0, 0x00_ff00),
  ])
  func formatsAreComparedByWhatTheyShow(word: Int, color: Int) {
    var narrow = Bitmap(size: PixelSize(width: 1, height: 1), format: .rgb565)
    narrow.withMutableBytes { $0.storeBytes(of: UInt16(word), as: UInt16.self) }
    var wide = Bitmap(size: PixelSize(width: 1, height: 1), format: .xrgb8888)
    wide.withMutableBytes { $0.storeBytes(of: UInt32(color), as: UInt32.self) }
    #expect(PictureComparison(of: narrow, with: wide).isMatch)
  }

  @Test func theDifferenceShowsWhereInMagenta() throws {
    let difference = PictureComparison.difference(of: picture(change: (25, 1)), with: picture())
    guard let difference else {
      Issue.record("sizes are equal")
      return
    }
    let words = difference.withBytes { bytes in
      (0..<12).map { bytes.load(fromByteOffset: $0 * 4, as: UInt32.self) }
    }
    #expect(words[6] == 0x80_0080)
    #expect(words.enumerated().allSatisfy { $0.offset == 6 || $0.element == 0x32_3232 })
  }
}
