import Frames
import Pixels
import Testing

@Suite struct PNGDecodingTests {
  private let screen = PixelSize(width: 9, height: 5)

  private func decode(
    _ bytes: [UInt8], _ layout: FrameLayout, memoryLimit: Int = 16 << 20
  ) throws(DecodeError) -> FittedPicture {
    try TemporaryFile(bytes).use { (path) throws(DecodeError) in
      try FrameDecoder().decode(path: path, layout: layout, memoryLimit: memoryLimit)
    }
  }

  private func reason(_ bytes: [UInt8], memoryLimit: Int = 16 << 20) -> DecodeError.Reason? {
    do throws(DecodeError) {
      _ = try decode(bytes, FrameLayout(screen: screen), memoryLimit: memoryLimit)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(arguments: PNGVariety.all)
  func everyVarietyGivesItsExactPixels(_ variety: PNGVariety) throws {
    let background = Color(red: 200, green: 90, blue: 13)
    let layout = FrameLayout(screen: screen, background: background)
    let frame = try decode(variety.fixture.bytes, layout)
    let expected = (0..<5).flatMap { y in
      (0..<9).map { x in variety.expected(x, y, on: (200, 90, 13)) }
    }
    #expect(frame.picture.bitmap.words == expected)
  }

  @Test(arguments: PNGVariety.all)
  func theHeaderSaysWhatIsInTheFile(_ variety: PNGVariety) throws {
    let header = try TemporaryFile(variety.fixture.bytes).use { path in
      try FrameDecoder().header(path: path)
    }
    #expect(header.kind == .png)
    #expect(header.size == screen)
    #expect(header.isInterlaced == variety.isInterlaced)
    #expect(header.hasAlpha == (variety.hasTransparency || variety.colorType >= 4))
  }

  @Test func alphaIsKeptPremultipliedWhereTheFormatHasIt() throws {
    let fixture = PNGFixture(width: 1, height: 1, depth: 8, colorType: 6) { _, _ in
      [255, 100, 3, 128]
    }
    let layout = FrameLayout(screen: PixelSize(width: 1, height: 1), format: .argb8888)
    #expect(try decode(fixture.bytes, layout).picture.bitmap.words == [0x8080_3202])
  }

  @Test func theBackgroundDoesNotFringeAScaledEdge() throws {
    // Transparent white beside opaque black over black: no white may leak in.
    let fixture = PNGFixture(width: 2, height: 1, depth: 8, colorType: 4) { x, _ in
      x == 0 ? [255, 0] : [0, 255]
    }
    let frame = try decode(
      fixture.bytes, FrameLayout(screen: PixelSize(width: 16, height: 8), fit: .stretch))
    #expect(frame.picture.bitmap.words.allSatisfy { $0 & 0xff_ffff == 0 })
  }

  @Test(arguments: [false, true])
  func muchLargerPicturesAreAveraged(_ isInterlaced: Bool) throws {
    var fixture = PNGFixture(width: 60, height: 30, depth: 8, colorType: 0) { x, y in
      [(x / 10 + y / 10) * 20 + (x + y) % 2]
    }
    fixture.isInterlaced = isInterlaced
    let frame = try decode(fixture.bytes, FrameLayout(screen: PixelSize(width: 6, height: 3)))
    for y in 0..<3 {
      for x in 0..<6 {
        // A half rounds up: each square holds as many even as odd pixels.
        let gray = UInt32((x + y) * 20 + 1)
        #expect(frame.picture.bitmap.words[y * 6 + x] == 0xff00_0000 | gray * 0x010101)
      }
    }
  }

  @Test func aPictureLargerThanTheBudgetIsReadWhenItIsShownSmall() throws {
    let fixture = PNGFixture(width: 1000, height: 500, depth: 1, colorType: 0) { x, _ in [x & 1] }
    let frame = try decode(
      fixture.bytes, FrameLayout(screen: PixelSize(width: 10, height: 5)), memoryLimit: 700_000)
    #expect(frame.picture.bitmap.words.allSatisfy { $0 & 0xff == 128 })
  }

  @Test(arguments: [Fit.none, .cover])
  func onlyThePartThatIsShownIsKept(_ fit: Fit) throws {
    let fixture = PNGFixture(width: 31, height: 4, depth: 8, colorType: 0) { x, y in [x * 8 + y] }
    let frame = try decode(
      fixture.bytes, FrameLayout(screen: PixelSize(width: 5, height: 4), fit: fit))
    for y in 0..<4 {
      for x in 0..<5 {
        let gray = UInt32((x + 13) * 8 + y)
        #expect(frame.picture.bitmap.words[y * 5 + x] == 0xff00_0000 | gray * 0x010101)
      }
    }
  }

  @Test(arguments: [false, true])
  func aFileCutAnywhereIsAnError(_ isInterlaced: Bool) {
    let variety = PNGVariety(
      colorType: 6, depth: 8, isInterlaced: isInterlaced, hasTransparency: false)
    let bytes = variety.fixture.bytes
    for count in 0..<bytes.count {
      switch reason(Array(bytes.prefix(count))) {
      case .empty: #expect(count == 0)
      case .notPicture: #expect(count < 8)
      case .truncated(.png, _): #expect(count >= 8)
      case let other: Issue.record("cut after \(count) bytes: \(String(describing: other))")
      }
    }
    #expect(reason(bytes) == nil)
  }

  @Test func aWrongBitInAnyChunkIsAnError() {
    let variety = PNGVariety(colorType: 3, depth: 8, isInterlaced: false, hasTransparency: true)
    let bytes = variety.fixture.bytes
    for index in 8..<bytes.count {
      var changed = bytes
      changed[index] ^= 1
      #expect(reason(changed) != nil, "byte \(index)")
    }
  }

  @Test func aPictureWithoutPixelsIsRefused() {
    var fixture = PNGFixture(width: 0, height: 5, depth: 8, colorType: 0) { _, _ in [0] }
    #expect(reason(fixture.bytes) == .damaged(.png, "Invalid IHDR data"))
    fixture.width = 5
    fixture.height = 0
    #expect(reason(fixture.bytes) == .damaged(.png, "Invalid IHDR data"))
  }

  @Test func enormousPicturesAreRefusedBeforeTheirPixels() {
    var fixture = PNGFixture(width: 1, height: 1, depth: 16, colorType: 6) { _, _ in [0, 0, 0, 0] }
    let body = fixture.bytes.dropFirst(33)
    func file(_ width: Int, _ height: Int, interlaced: UInt8) -> [UInt8] {
      fixture.bytes.prefix(8)
        + PNGFixture.chunk(
          "IHDR",
          PNGFixture.bigEndian(width) + PNGFixture.bigEndian(height) + [16, 6, 0, 0, interlaced])
        + body
    }
    fixture.width = 1
    let most = 0x7fff_ffff
    #expect(reason(file(most, most, interlaced: 0)) == .tooManyPixels(width: most, height: most))
    #expect(
      reason(file(60_000, 60_000, interlaced: 1)) == .tooManyPixels(width: 60_000, height: 60_000))
    guard
      case .overBudget(16_000, 16_000, let needed, 16_777_216) = reason(
        file(16_000, 16_000, interlaced: 1))
    else {
      Issue.record("an interlaced picture must be held whole")
      return
    }
    #expect(needed > 16_000 * 16_000 * 4)
    // A single row can be wide beyond any budget too.
    guard case .overBudget = reason(file(200_000_000, 1, interlaced: 0)) else {
      Issue.record("rows of 200 million pixels must not be taken")
      return
    }
  }
}
