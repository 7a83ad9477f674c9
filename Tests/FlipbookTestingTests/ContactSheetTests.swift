import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

/// Contact sheets and captures of what was scanned out.
@Suite struct ContactSheetTests {
  /// Plays so many pictures of one gray each, and hands each to an observer.
  private func play(
    _ card: SmallCard = SmallCard(), pictures count: Int,
    observer: @escaping (ScannedPicture) -> Void
  ) throws {
    card.device.onScanOut = observer
    let pictures = try [card.picture(), card.picture(), card.picture()]
    for number in 0..<count {
      try card.fill(pictures[number % 3], with: UInt8(number % 256))
      if number == 0 {
        try card.show(pictures[0])
      } else {
        try card.flip(to: pictures[number % 3])
        _ = try card.nextEvents()
      }
    }
  }

  private func pixel(_ bitmap: borrowing Bitmap, _ x: Int, _ y: Int) -> UInt32 {
    let offset = y * bitmap.strideBytes + x * 4
    return bitmap.withBytes { $0.load(fromByteOffset: offset, as: UInt32.self) } & 0xff_ffff
  }

  @Test func eachPictureHasATileWithItsPixels() throws {
    let sheet = ContactSheet(title: "gray", detail: "64x48")
    try play(pictures: 7) { sheet.add($0, caption: "gray") }
    #expect(sheet.count == 7 && sheet.shownInterval == 1)
    let bitmap = sheet.bitmap()
    // Six columns of 224 pixels with gaps of 20; 64x48 is shown three times as large, 192x144.
    #expect(bitmap.size.width == 2 * 32 + 6 * 224 + 5 * 20)
    for number in 0..<7 {
      let x = 32 + number % 6 * 244 + 112
      let y = 138 + number / 6 * (144 + 46 + 20) + 72
      #expect(pixel(bitmap, x, y) == UInt32(number) * 0x01_0101)
    }
  }

  @Test(arguments: [(48, 1, 48), (49, 2, 25), (1000, 32, 32)])
  func moreThanItHoldsAreThinnedEvenly(pictures: Int, interval: Int, tiles: Int) throws {
    let sheet = ContactSheet(title: "many")
    var captions: [Int] = []
    try play(pictures: pictures) { picture in
      sheet.add(
        picture,
        caption: {
          captions.append(sheet.count)
          return "\(sheet.count)"
        }())
    }
    #expect(captions.first == 0 && captions.allSatisfy { $0 < pictures })
    #expect(sheet.count == pictures && sheet.shownInterval == interval)
    // The height tells how many rows of six there are.
    let rows = (tiles + 5) / 6
    #expect(sheet.bitmap().size.height == 138 + rows * (144 + 46 + 20) + 12)
    #expect(captions.count < tiles * 6, "only what is kept costs anything")
  }

  @Test func anEmptySheetAndOneWithLongWordsCanBeDrawn() {
    let long = String(repeating: "frames/", count: 99)
    #expect(ContactSheet(title: long, detail: long).bitmap().size.width > 0)
  }

  @Test func theConsoleIsNotPartOfTheRun() throws {
    let sheet = ContactSheet(title: "console")
    let card = SmallCard()
    let console = try card.device.crtc(card.crtc())
    try play(card, pictures: 2) { sheet.add($0) }
    try card.device.setCRTC(
      card.crtc(), framebuffer: console.framebuffer, x: 0, y: 0, connectors: [card.connector()],
      mode: console.mode)
    #expect(sheet.count == 2)
  }

  @Test func areasAreMeansWithExactFractions() throws {
    let card = SmallCard()
    let picture = try card.picture()
    let memory = try card.device.mapDumbBuffer(picture.buffer)
    // Columns of white and black in turn: 64 onto 3 gives 21⅓ columns a pixel.
    for index in 0..<(64 * 48) {
      memory.storeBytes(
        of: index % 2 == 0 ? 0xff_ffff : 0, toByteOffset: index * 4, as: UInt32.self)
    }
    card.device.unmapDumbBuffer(memory)
    var words: [UInt32] = []
    card.device.onScanOut = { picture in
      let small = picture.reduced(to: PixelSize(width: 3, height: 5))
      words = (0..<15).map { pixel(small, $0 % 3, $0 / 3) }
    }
    try card.show(picture)
    // Of 64 thirds, pixel 0 has 33 white (11 columns), pixel 1 has 32, pixel 2 has 31.
    let expected = [33, 32, 31].map { UInt32((255 * $0 + 32) / 64) * 0x01_0101 }
    #expect(words == Array(repeating: expected, count: 5).flatMap { $0 })
  }

  @Test(arguments: [PixelFormat.xrgb8888, .rgb565])
  func tallPicturesAreMeansToo(format: PixelFormat) throws {
    // More rows than 16 bits can sum up, in two halves of unlike brightness.
    let card = SmallCard {
      $0.outputs[0].modes = [
        FakeMode(PixelSize(width: 16, height: 1200), refresh: FakeRefreshRate(60))
      ]
    }
    let picture = try card.picture(width: 16, height: 1200, format: format)
    let memory = try card.device.mapDumbBuffer(picture.buffer)
    let half = Int(picture.buffer.pitch) * 600
    for index in 0..<half { memory[index] = 0xff }
    card.device.unmapDumbBuffer(memory)
    var words: [UInt32] = []
    card.device.onScanOut = { picture in
      let whole = picture.reduced(to: PixelSize(width: 1, height: 1))
      let halves = picture.reduced(to: PixelSize(width: 5, height: 2))
      words = [pixel(whole, 0, 0)] + (0..<10).map { pixel(halves, $0 % 5, $0 / 5) }
    }
    try card.show(picture)
    let white = Array(repeating: UInt32(0xff_ffff), count: 5)
    #expect(words == [0x80_8080] + white + white.map { _ in 0 })
  }

  @Test(arguments: [PixelFormat.xrgb8888, .rgb565])
  func aCopyIsWhatWasScannedOut(format: PixelFormat) throws {
    let card = SmallCard { $0.pitchPadding = 64 }
    let picture = try card.picture(format: format)
    try card.fill(picture, with: 0x5a)
    var isEqual = false
    card.device.onScanOut = { picture in
      let copy = picture.bitmap()
      isEqual =
        copy.format == format && copy.size == PixelSize(width: 64, height: 48)
        && copy.withBytes { $0.allSatisfy { $0 == 0x5a } }
    }
    try card.show(picture)
    #expect(isEqual)
  }

  @Test func capturesAreNumberedInOrder() throws {
    let folder = try TemporaryFolder()
    let capture = try PictureCapture(directory: folder.path + "/new")
    try play(pictures: 5) { picture in
      do throws(PictureFileError) {
        try capture.save(picture)
      } catch {
        Issue.record(error)
      }
    }
    #expect(capture.count == 5)
    #expect(
      try Directory.list(folder.path + "/new").sorted()
        == (1...5).map { "vblank-00000\($0).png" })
    let bytes = try File.read(folder.path + "/new/vblank-000003.png")
    #expect(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  }

  @Test func whatCannotBeWrittenIsASentence() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/file"
    try File.write([1], to: file)
    do throws(PictureFileError) {
      _ = try PictureCapture(directory: file)
      Issue.record("a file is no folder")
    } catch {
      #expect(error.errno == .notDirectory)
      #expect(error.description.hasPrefix("Captured pictures cannot be written to \"\(file)\": "))
    }
    do throws(PictureFileError) {
      try ContactSheet(title: "sheet").write(to: folder.path + "/no/such.png")
      Issue.record("there is no such folder")
    } catch {
      #expect(error.errno == .notFound)
      #expect(error.description.hasSuffix("Make the folder first, or choose one that exists."))
    }
  }
}
