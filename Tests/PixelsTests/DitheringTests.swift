import Pixels
import Testing

@Suite struct DitheringTests {
  /// What a screen of 565 shows for a word.
  private func shown(_ word: UInt16) -> (red: Int, green: Int, blue: Int) {
    let red = Int(word >> 11)
    let green = Int(word >> 5 & 0x3f)
    let blue = Int(word & 0x1f)
    return (red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2)
  }

  private func plain(_ value: UInt32, side: Int = 4) -> Bitmap {
    .of([UInt32](repeating: value * 0x010101, count: side * side), width: side)
  }

  @Test func blackAndWhiteStayWhatTheyAre() {
    #expect(plain(0).dithered(at: .zero).shortWords.allSatisfy { $0 == 0 })
    #expect(plain(255).dithered(at: .zero).shortWords.allSatisfy { $0 == 0xffff })
  }

  @Test func coloursOf565ComeOutExactly() {
    for level in UInt32(0)..<32 {
      let green = level << 1 | level >> 4
      let word =
        (level << 3 | level >> 2) << 16 | (green << 2 | green >> 4) << 8 | level << 3 | level >> 2
      let bitmap = Bitmap.of([UInt32](repeating: word, count: 16), width: 4)
      let expected = UInt16(level << 11 | green << 5 | level)
      #expect(bitmap.dithered(at: .zero).shortWords.allSatisfy { $0 == expected })
    }
  }

  @Test func theAverageOfEveryGrayIsThatGray() {
    for value in UInt32(0)...255 {
      let pixels = plain(value).dithered(at: .zero).shortWords.map(shown)
      let red = Double(pixels.reduce(0) { $0 + $1.red }) / 16
      let green = Double(pixels.reduce(0) { $0 + $1.green }) / 16
      #expect(abs(red - Double(value)) <= 1.01, "red of \(value) is \(red)")
      #expect(abs(green - Double(value)) <= 1.01, "green of \(value) is \(green)")
    }
  }

  @Test func aSlowGradientHasNoBands() {
    // Without dither, 8 neighbouring grays are one colour; with it every gray has its own mixture.
    var mixtures: Set<[UInt16]> = []
    for value in UInt32(64)..<80 { mixtures.insert(plain(value).dithered(at: .zero).shortWords) }
    #expect(mixtures.count == 16)
  }

  @Test func thePatternIsFixedToTheScreen() {
    let whole = plain(77, side: 8).dithered(at: .zero)
    let expected = whole.cropped(to: PixelRectangle(x: 3, y: 2, width: 4, height: 4))
    let part = plain(77).dithered(at: PixelPoint(x: 3, y: 2))
    #expect(part.shortWords == expected.shortWords)
    #expect(Color(red: 77, green: 77, blue: 77).rgb565(x: 3, y: 2) == part.shortWords[0])
  }
}
