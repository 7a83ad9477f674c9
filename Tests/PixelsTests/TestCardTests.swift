import Pixels
import Testing

@Suite struct TestCardTests {
  @Test func everyFrameOfACycleDiffersAndTheCycleCloses() {
    let size = PixelSize(width: 96, height: 54)
    var seen: Set<[UInt32]> = []
    for frame in 0..<12 { seen.insert(TestCard.draw(frame: frame, of: 12, size: size).words) }
    #expect(seen.count == 12)
  }

  @Test func anySizeCanBeDrawn() {
    for width in [1, 2, 7, 40] {
      for height in [1, 3, 40] {
        let size = PixelSize(width: width, height: height)
        let card = TestCard.draw(frame: 5, of: 7, size: size)
        #expect(card.size == size)
        #expect(card.words.allSatisfy { $0 >> 24 == 0xff })
      }
    }
  }

  @Test func theOutermostLineIsWhite() {
    let card = TestCard.draw(frame: 1, of: 9, size: PixelSize(width: 80, height: 45))
    let words = card.words
    #expect((0..<80).allSatisfy { words[$0] == 0xffff_ffff && words[44 * 80 + $0] == 0xffff_ffff })
    #expect(
      (0..<45).allSatisfy { words[$0 * 80] == 0xffff_ffff && words[$0 * 80 + 79] == 0xffff_ffff })
  }

  @Test func textIsDrawnFromItsDots() {
    var bitmap = Bitmap.of([UInt32](repeating: 0xff00_0000, count: 35), width: 5)
    bitmap.draw("7", at: .zero, scale: 1, Color(red: 255, green: 255, blue: 255))
    let rows = (0..<7).map { y in
      (0..<5).map { bitmap.words[y * 5 + $0] == 0xffff_ffff ? "#" : "." }.joined()
    }
    #expect(rows == ["#####", "....#", "...#.", "..#..", ".#...", ".#...", ".#..."])
    #expect(Bitmap.size(of: "AB", scale: 3) == PixelSize(width: 33, height: 21))
  }

  @Test func drawingIsCutOffAtTheEdges() {
    var bitmap = Bitmap.of([UInt32](repeating: 0xff00_0000, count: 9), width: 3)
    bitmap.draw(
      .of([UInt32](repeating: 0xff00_0007, count: 4), width: 2), at: PixelPoint(x: 2, y: -1))
    bitmap.fill(
      PixelRectangle(x: -5, y: 2, width: 6, height: 9), Color(red: 0, green: 0, blue: 9))
    #expect(bitmap.words.map { $0 & 0xff } == [0, 0, 7, 0, 0, 0, 9, 0, 0])
  }
}
