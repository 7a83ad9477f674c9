import Pixels
import TestSupport
import Testing

@Suite struct TurningTests {
  /// Sizes around four and eight pixels, the blocks that are turned at once.
  private let lengths = [1, 2, 3, 4, 5, 7, 8, 9, 17]

  /// The words of a picture, turned pixel by pixel.
  private func naive<Word>(
    _ words: [Word], _ size: PixelSize, _ orientation: Orientation
  ) -> [Word] {
    var turned = words
    let width = orientation.turned(size).width
    for (index, word) in words.enumerated() {
      let pixel = PixelPoint(x: index % size.width, y: index / size.width)
      let place = naivelyTurned(pixel, orientation, in: size)
      turned[place.y * width + place.x] = word
    }
    return turned
  }

  private func numbered(_ size: PixelSize) -> [UInt32] {
    (0..<UInt32(size.width * size.height)).map { $0 &* 0x0103_0507 }
  }

  @Test(arguments: Orientation.allCases)
  func everyPixelGoesWhereItBelongs(_ orientation: Orientation) {
    for width in lengths {
      for height in lengths {
        let size = PixelSize(width: width, height: height)
        let words = numbered(size)
        let turned = Bitmap.of(words, width: width, format: .argb8888).turned(orientation)
        #expect(turned.size == orientation.turned(size))
        #expect(turned.format == .argb8888)
        #expect(firstDifference(turned.words, naive(words, size, orientation)) == nil, "\(size)")
      }
    }
  }

  @Test(arguments: Orientation.allCases)
  func pixelsOf16BitsToo(_ orientation: Orientation) {
    for width in lengths {
      for height in lengths {
        let size = PixelSize(width: width, height: height)
        let bitmap = Bitmap.of(numbered(size), width: width).dithered(at: .zero)
        let expected = naive(bitmap.shortWords, size, orientation)
        #expect(bitmap.turned(orientation).shortWords == expected, "\(size)")
      }
    }
  }

  @Test(arguments: Orientation.allCases)
  func aPartIsCutOutAndTurned(_ orientation: Orientation) {
    let bitmap = Bitmap.of(numbered(PixelSize(width: 13, height: 11)), width: 13)
    let part = PixelRectangle(x: 2, y: 1, width: 10, height: 9)
    let expected = bitmap.cropped(to: part).turned(orientation)
    #expect(bitmap.turned(orientation, part: part).words == expected.words)
  }

  @Test func upsideDownTakesNoOtherBitmap() {
    for width in lengths {
      var bitmap = Bitmap.of(numbered(PixelSize(width: width, height: 3)), width: width)
      let expected = bitmap.turned(.half)
      bitmap.turnUpsideDown()
      #expect(bitmap.words == expected.words)
      var narrow = expected.dithered(at: .zero)
      let turned = narrow.turned(.half)
      narrow.turnUpsideDown()
      #expect(narrow.shortWords == turned.shortWords)
    }
  }

  @Test(arguments: Orientation.allCases)
  func thePatternOfDitherIsNotTurned(_ orientation: Orientation) {
    let bitmap = Bitmap.of(numbered(PixelSize(width: 13, height: 10)), width: 13)
    let place = PixelPoint(x: 3, y: 6)
    let expected = bitmap.turned(orientation).dithered(at: place)
    let dithered = bitmap.dithered(at: place, turned: orientation)
    #expect(dithered.size == expected.size)
    #expect(dithered.shortWords == expected.shortWords)
  }

  @Test(arguments: Orientation.allCases)
  func aScreenIsBroughtUpToATurnedCanvasWhereItChanged(_ orientation: Orientation) {
    var random = RandomSource(seed: 7)
    let canvas = Bitmap.of(numbered(PixelSize(width: 21, height: 14)), width: 21)
    let expected = canvas.turned(orientation)
    let screen = expected.size
    let stride = screen.width * 4 + 12
    for _ in 0..<20 {
      let (x, y) = (
        Int.random(in: 0..<screen.width, using: &random),
        Int.random(in: 0..<screen.height, using: &random)
      )
      let part = PixelRectangle(
        x: x, y: y, width: Int.random(in: 1...(screen.width - x), using: &random),
        height: Int.random(in: 1...(screen.height - y), using: &random))
      let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: stride * screen.height, alignment: 64)
      defer { memory.deallocate() }
      memory.initializeMemory(as: UInt8.self, repeating: 0xee)
      var painter = ScreenPainter()
      painter.copy(
        canvas, turned: orientation, region: PixelRegion(part), format: .xrgb8888, into: memory,
        strideBytes: stride)
      let words = expected.words
      for row in 0..<screen.height {
        for column in 0..<(stride / 4) {
          let isIn = part.origin.x..<part.maxX ~= column && part.origin.y..<part.maxY ~= row
          let wanted = isIn ? words[row * screen.width + column] : 0xeeee_eeee
          let found = memory.load(fromByteOffset: row * stride + column * 4, as: UInt32.self)
          #expect(found == wanted, "\(column), \(row) of \(part)")
        }
      }
    }
  }

  @Test(arguments: Orientation.allCases)
  func aScreenOf565HasThePatternOfItsOwn(_ orientation: Orientation) {
    let canvas = Bitmap.of(numbered(PixelSize(width: 9, height: 6)), width: 9)
    let expected = canvas.turned(orientation).dithered(at: .zero)
    let (screen, stride) = (expected.size, expected.strideBytes)
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: stride * screen.height, alignment: 64)
    defer { memory.deallocate() }
    var painter = ScreenPainter()
    let all = PixelRectangle(origin: .zero, size: screen)
    painter.copy(
      canvas, turned: orientation, region: PixelRegion(all), format: .rgb565, into: memory,
      strideBytes: stride)
    #expect(Array(memory.bindMemory(to: UInt16.self)) == expected.shortWords)
  }
}
