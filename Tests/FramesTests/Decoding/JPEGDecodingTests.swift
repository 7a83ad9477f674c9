import CJPEG
import Frames
import Pixels
import TestSupport
import Testing

@Suite struct JPEGDecodingTests {
  private func decode(
    _ bytes: [UInt8], _ layout: FrameLayout, memoryLimit: Int = 16 << 20
  ) throws(DecodeError) -> FittedPicture {
    try TemporaryFile(bytes).use { (path) throws(DecodeError) in
      try FrameDecoder().decode(path: path, layout: layout, memoryLimit: memoryLimit)
    }
  }

  /// The largest difference of any channel between two words.
  private func difference(_ first: UInt32, _ second: UInt32) -> Int {
    [0, 8, 16].map { shift in
      abs(Int(first >> UInt32(shift) & 0xff) - Int(second >> UInt32(shift) & 0xff))
    }.max() ?? 0
  }

  @Test(arguments: [false, true], [TJSAMP_444, TJSAMP_422, TJSAMP_420])
  func coloursComeOutAsTheyWentIn(_ isProgressive: Bool, _ subsampling: TJSAMP) throws {
    let size = PixelSize(width: 50, height: 30)
    let bytes = JPEGFixture.slope(
      width: 50, height: 30, subsampling: subsampling, isProgressive: isProgressive)
    let words = try decode(bytes, FrameLayout(screen: size)).picture.bitmap.words
    for y in 0..<30 {
      for x in 0..<50 {
        let expected = 0xff00_0000 | UInt32(20 + x * 2) << 16 | UInt32(30 + y * 3) << 8 | 120
        let actual = words[y * 50 + x]
        #expect(difference(actual, expected) <= 4, "at \(x), \(y)")
      }
    }
  }

  @Test func theHeaderTellsProgressiveFromBaseline() throws {
    for isProgressive in [false, true] {
      let file = TemporaryFile(
        JPEGFixture.slope(width: 17, height: 9, isProgressive: isProgressive))
      let header = try file.use { path in try FrameDecoder().header(path: path) }
      #expect(header.kind == .jpeg)
      #expect(header.size == PixelSize(width: 17, height: 9))
      #expect(header.isInterlaced == isProgressive)
      #expect(!header.hasAlpha)
    }
  }

  @Test func grayHasThreeEqualChannels() throws {
    let bytes = JPEGFixture.encode(
      width: 8, height: 8, format: TJPF_GRAY, subsampling: TJSAMP_GRAY
    ) { _, _ in [77] }
    let frame = try decode(bytes, FrameLayout(screen: PixelSize(width: 8, height: 8)))
    #expect(frame.picture.bitmap.words.allSatisfy { $0 & 0xff_ffff == 0x4d4d4d })
  }

  @Test func inksThatAdobeInvertsAreLight() throws {
    let bytes = JPEGFixture.encode(width: 8, height: 8, format: TJPF_CMYK) { _, _ in
      [200, 100, 40, 128]
    }
    let frame = try decode(bytes, FrameLayout(screen: PixelSize(width: 8, height: 8)))
    let words = frame.picture.bitmap.words
    #expect(words.allSatisfy { difference($0, 0xff64_3214) <= 2 })
  }

  @Test func inksWithoutAdobesMarkAreInks() throws {
    // Without the mark, what is coded counts as four plain inks.
    var bytes = JPEGFixture.encode(width: 8, height: 8, format: TJPF_CMYK) { _, _ in
      [255, 255, 255, 100]
    }
    let mark = try #require((0..<bytes.count).first { bytes[$0...].starts(with: [0xff, 0xee]) })
    bytes.removeSubrange(mark..<(mark + 16))
    let frame = try decode(bytes, FrameLayout(screen: PixelSize(width: 8, height: 8)))
    // The encoder coded the first three as luminance 0 and chrominance 128, 128.
    let word = frame.picture.bitmap.words[0]
    #expect(difference(word, 0xff9b_4d4d) <= 3, "\(String(word, radix: 16))")
  }

  @Test(arguments: [2, 3, 7, 16, 40])
  func largePicturesAreDecodedSmall(_ factor: Int) throws {
    let bytes = JPEGFixture.encode(width: 20 * factor, height: 12 * factor) { x, _ in
      [UInt8(40 + x / factor * 8), 90, 60]
    }
    let frame = try decode(bytes, FrameLayout(screen: PixelSize(width: 20, height: 12)))
    #expect(frame.picture.bitmap.size == PixelSize(width: 20, height: 12))
    for (x, word) in frame.picture.bitmap.words.prefix(20).enumerated() {
      #expect(difference(word, 0xff00_5a3c | UInt32(40 + x * 8) << 16) <= 6, "column \(x)")
    }
  }

  @Test func aScaledDecodeTakesLessMemory() throws {
    let file = TemporaryFile(JPEGFixture.slope(width: 96, height: 64))
    func cost(_ screen: PixelSize) throws -> DecodeCost {
      try file.use { path in
        try FrameDecoder().cost(path: path, layout: FrameLayout(screen: screen))
      }
    }
    let large = try cost(PixelSize(width: 96, height: 64))
    let small = try cost(PixelSize(width: 24, height: 16))
    #expect(small.resultBytes == 24 * 16 * 4)
    #expect(large.peakBytes - small.peakBytes == large.resultBytes - small.resultBytes)
  }

  @Test func aProgressivePictureCostsItsCoefficients() throws {
    let layout = FrameLayout(screen: PixelSize(width: 96, height: 64))
    func cost(_ bytes: [UInt8]) throws -> Int {
      let cost = try TemporaryFile(bytes).use { path in
        try FrameDecoder().cost(path: path, layout: layout)
      }
      return cost.peakBytes - bytes.count
    }
    let baseline = try cost(JPEGFixture.slope(width: 96, height: 64))
    let progressive = try cost(JPEGFixture.slope(width: 96, height: 64, isProgressive: true))
    #expect(progressive - baseline == 96 * 64 * 3 * 2)
  }

  @Test(arguments: [false, true])
  func aFileCutAnywhereIsAnError(_ isProgressive: Bool) {
    let bytes = JPEGFixture.slope(width: 19, height: 11, isProgressive: isProgressive)
    let layout = FrameLayout(screen: PixelSize(width: 19, height: 11))
    for count in 0..<(bytes.count - 2) {
      #expect(throws: DecodeError.self, "cut after \(count) of \(bytes.count) bytes") {
        try decode(Array(bytes.prefix(count)), layout)
      }
    }
  }
}
