import Pixels
import Testing

@Suite struct ScreenPainterTests {
  private let untouched: UInt8 = 0xee
  private let blue = Color(red: 1, green: 2, blue: 3)
  private let screen = PixelSize(width: 6, height: 4)

  /// A buffer whose bytes tell whether they were written.
  private final class Buffer {
    let memory: UnsafeMutableRawBufferPointer
    let strideBytes: Int

    init(strideBytes: Int, height: Int, filledWith byte: UInt8) {
      self.strideBytes = strideBytes
      memory = .allocate(byteCount: strideBytes * height, alignment: 64)
      memory.initializeMemory(as: UInt8.self, repeating: byte)
    }

    deinit { memory.deallocate() }

    func word(_ x: Int, _ y: Int) -> UInt32 {
      memory.load(fromByteOffset: y * strideBytes + x * 4, as: UInt32.self)
    }
  }

  private func picture(
    _ width: Int, _ height: Int, x: Int, y: Int, _ word: UInt32
  ) -> FittedPicture {
    let words = (0..<(width * height)).map { word + UInt32($0) }
    return FittedPicture(
      picture: Picture(.of(words, width: width)), origin: PixelPoint(x: x, y: y))
  }

  private func paint(_ picture: FittedPicture, _ painter: inout ScreenPainter, _ buffer: Buffer) {
    painter.paint(
      picture, background: blue, screen: screen, format: .xrgb8888, into: buffer.memory,
      strideBytes: buffer.strideBytes)
  }

  /// What must be at a place of the screen.
  private func expected(_ picture: FittedPicture?, _ x: Int, _ y: Int) -> UInt32 {
    guard let picture else { return blue.word }
    let size = picture.picture.bitmap.size
    let column = x - picture.origin.x
    let row = y - picture.origin.y
    guard column >= 0, row >= 0, column < size.width, row < size.height else { return blue.word }
    return picture.picture.bitmap.words[row * size.width + column]
  }

  private func check(_ buffer: Buffer, _ picture: FittedPicture?, _ comment: Comment) {
    for y in 0..<screen.height {
      for x in 0..<screen.width {
        #expect(buffer.word(x, y) == expected(picture, x, y), "\(comment): \(x), \(y)")
      }
      for byte in (screen.width * 4)..<buffer.strideBytes {
        #expect(buffer.memory[y * buffer.strideBytes + byte] == untouched, "\(comment): padding")
      }
    }
  }

  @Test(arguments: [24, 32])
  func anyPictureAfterAnyOtherLeavesNothingBehind(_ strideBytes: Int) {
    let pictures = [
      picture(6, 4, x: 0, y: 0, 0x1000), picture(2, 2, x: 2, y: 1, 0x2000),
      picture(3, 1, x: 0, y: 3, 0x3000), picture(4, 4, x: -2, y: -1, 0x4000),
      picture(9, 9, x: -1, y: -2, 0x5000), picture(2, 2, x: 5, y: 3, 0x6000),
      picture(2, 2, x: 20, y: 0, 0x7000), picture(1, 4, x: 3, y: 0, 0x8000),
    ]
    for first in pictures {
      for second in pictures {
        let buffer = Buffer(strideBytes: strideBytes, height: 4, filledWith: untouched)
        var painter = ScreenPainter()
        paint(first, &painter, buffer)
        check(buffer, first, "first")
        paint(second, &painter, buffer)
        check(buffer, second, "\(first.origin), then \(second.origin)")
        painter.clear(
          background: blue, screen: screen, format: .xrgb8888, into: buffer.memory,
          strideBytes: strideBytes)
        check(buffer, nil, "cleared")
      }
    }
  }

  @Test func whatIsBackgroundAlreadyIsNotWrittenAgain() {
    let buffer = Buffer(strideBytes: 24, height: 4, filledWith: untouched)
    var painter = ScreenPainter()
    paint(picture(2, 2, x: 2, y: 1, 1), &painter, buffer)
    buffer.memory.initializeMemory(as: UInt8.self, repeating: untouched)
    paint(picture(2, 2, x: 3, y: 1, 9), &painter, buffer)
    var written: Set<Int> = []
    for place in 0..<24 where buffer.word(place % 6, place / 6) != 0xeeee_eeee {
      written.insert(place)
    }
    // The new place, and the column that the old one leaves.
    #expect(written == [8, 9, 10, 14, 15, 16])
  }

  @Test func everythingIsWrittenAgainWhenItIsForgottenOrTheBackgroundChanges() {
    let buffer = Buffer(strideBytes: 24, height: 4, filledWith: untouched)
    var painter = ScreenPainter()
    let small = picture(2, 2, x: 2, y: 1, 1)
    paint(small, &painter, buffer)
    buffer.memory.initializeMemory(as: UInt8.self, repeating: untouched)
    painter.forget()
    paint(small, &painter, buffer)
    check(buffer, small, "forgotten")
    painter.paint(
      small, background: .black, screen: screen, format: .xrgb8888, into: buffer.memory,
      strideBytes: 24)
    #expect(buffer.word(0, 0) == 0xff00_0000)
    #expect(buffer.word(5, 3) == 0xff00_0000)
  }

  @Test func theLastRowsPaddingNeedNotExist() {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 3 * 32 + 24, alignment: 64)
    defer { memory.deallocate() }
    var painter = ScreenPainter()
    let whole = picture(6, 4, x: 0, y: 0, 0x1000)
    painter.paint(
      whole, background: blue, screen: screen, format: .xrgb8888, into: memory, strideBytes: 32)
    #expect(memory.load(fromByteOffset: 3 * 32 + 20, as: UInt32.self) == 0x1017)
  }

  @Test func aScreenOf565IsClearedInItsOwnWords() {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 6 * 4 * 2, alignment: 64)
    defer { memory.deallocate() }
    var painter = ScreenPainter()
    let red = Color(red: 255, green: 0, blue: 0)
    painter.clear(background: red, screen: screen, format: .rgb565, into: memory, strideBytes: 12)
    #expect(memory.bindMemory(to: UInt16.self).allSatisfy { $0 == 0xf800 })
    let bitmap = Bitmap.of([0, 0], width: 1).dithered(at: PixelPoint(x: 5, y: 1))
    painter.paint(
      FittedPicture(picture: Picture(bitmap), origin: PixelPoint(x: 5, y: 1)), background: red,
      screen: screen, format: .rgb565, into: memory, strideBytes: 12)
    let black = memory.bindMemory(to: UInt16.self).enumerated().filter { $0.element == 0 }
    #expect(black.map(\.offset) == [11, 17])
  }
}
