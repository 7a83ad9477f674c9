import Pixels
import Testing

@Suite struct ScalingTests {
  private func channels(_ word: UInt32) -> [Int] {
    [16, 8, 0].map { Int(word >> UInt32($0) & 0xff) }
  }

  @Test func aPlainColourStaysPlainToTheEdges() {
    let bitmap = Bitmap.of([UInt32](repeating: 0xff30_60c0, count: 12), width: 4)
    for size in [
      PixelSize(width: 37, height: 11), PixelSize(width: 3, height: 2),
      PixelSize(width: 1, height: 1),
    ] {
      let scaled = bitmap.scaled(from: PictureCrop(all: bitmap.size), to: size)
      #expect(scaled.words.allSatisfy { channels($0) == [0x30, 0x60, 0xc0] })
    }
  }

  @Test func aRampStaysARampAndIsCentred() {
    let bitmap = Bitmap.of((0..<8).map { UInt32($0 * 32) * 0x010101 }, width: 8)
    let scaled = bitmap.scaled(
      from: PictureCrop(all: bitmap.size), to: PixelSize(width: 32, height: 1))
    for (x, word) in scaled.words.enumerated() {
      let exact = min(224, max(0, ((Double(x) + 0.5) / 4 - 0.5) * 32))
      #expect(abs(Double(word & 0xff) - exact) <= 1.5, "column \(x)")
    }
  }

  @Test func onlyTheCropIsShown() {
    let bitmap = Bitmap.of([10, 20, 30, 40, 50, 60].map { $0 * 0x010101 }, width: 6)
    let crop = PictureCrop(x: 2, y: 0, width: 2, height: 1)
    let scaled = bitmap.scaled(from: crop, to: PixelSize(width: 2, height: 1))
    #expect(scaled.words.map { channels($0)[0] } == [30, 40])
  }

  @Test func averagingRoundsAndWeighsEdgesByWhatTheyHold() {
    let bitmap = Bitmap.of(
      [0xff00_0001, 0xff00_0002, 0xff00_00ff, 0xff00_0002, 0xff00_0001, 0xff00_00fd], width: 3)
    let reduced = bitmap.reduced(columns: 2, rows: 2)
    #expect(reduced.words == [0xff00_0002, 0xff00_00fe])
    #expect(bitmap.reduced(columns: 3, rows: 1).words == [0xff00_0056, 0xff00_0055])
  }
}
