import Pixels
import TestSupport
import Testing

@Suite struct PixelRegionTests {
  // All edges lie on multiples of 8, so that a cell of 8x8 is there or not.
  private static let cell = 8
  private static let side = 50

  /// Which cells there are, one by one.
  private struct Cells {
    var present = [Bool](repeating: false, count: side * side)

    mutating func set(_ rectangle: PixelRectangle, _ value: Bool) {
      for y in (rectangle.origin.y / cell)..<(rectangle.maxY / cell) {
        for x in (rectangle.origin.x / cell)..<(rectangle.maxX / cell) {
          present[y * side + x] = value
        }
      }
    }

    func isSubset(of other: Cells) -> Bool {
      zip(present, other.present).allSatisfy { !$0 || $1 }
    }

    var pixels: Int { present.count { $0 } * cell * cell }
  }

  private func cells(_ region: PixelRegion) -> Cells {
    var cells = Cells()
    for rectangle in region.rectangles { cells.set(rectangle, true) }
    return cells
  }

  private func random(_ random: inout RandomSource, side: Int) -> PixelRectangle {
    func number(_ range: ClosedRange<Int>) -> Int {
      Int.random(in: range, using: &random) * Self.cell
    }
    return PixelRectangle(
      x: number(0...(Self.side - side)), y: number(0...(Self.side - side)),
      width: number(0...side), height: number(0...side))
  }

  private func check(_ region: PixelRegion, holds wanted: Cells, _ comment: Comment) {
    #expect(wanted.isSubset(of: cells(region)), comment)
    #expect(region.rectangles.count <= PixelRegion.mostRectangles, comment)
    #expect(region.rectangles.allSatisfy { !$0.isEmpty }, comment)
    #expect(region.area == cells(region).pixels, "no overlap: \(comment)")
    #expect(region.isEmpty == region.rectangles.isEmpty, comment)
  }

  @Test(arguments: 1...12)
  func itHoldsWhatWasAddedAndStaysWithinItsBounds(seed: Int) {
    var source = RandomSource(seed: UInt64(seed))
    var region = PixelRegion()
    var wanted = Cells()
    var bounds = PixelRectangle(x: 0, y: 0, width: 0, height: 0)
    for step in 0..<30 {
      let side = [1, 5, 19][Int.random(in: 0..<3, using: &source)]
      let one = random(&source, side: side)
      region.add(one)
      wanted.set(one, true)
      if !one.isEmpty { bounds = bounds.union(one) }
      check(region, holds: wanted, "seed \(seed), step \(step)")
      #expect(region.bounds == bounds)
    }
    let window = random(&source, side: 25)
    region.clip(to: window)
    var outside = wanted
    outside.set(window, false)
    for index in wanted.present.indices where outside.present[index] {
      wanted.present[index] = false
    }
    check(region, holds: wanted, "clipped")
    #expect(region.rectangles.allSatisfy { window.holds($0) })
    let hole = random(&source, side: 12)
    let before = region.area
    region.subtract(hole)
    wanted.set(hole, false)
    check(region, holds: wanted, "with a hole")
    #expect(region.area <= before)
    #expect(!region.meets(hole))
  }

  @Test func farRectanglesStayApartAndNearOnesBecomeOne() {
    var region = PixelRegion(PixelRectangle(x: 0, y: 0, width: 100, height: 100))
    region.add(PixelRectangle(x: 1800, y: 900, width: 100, height: 100))
    #expect(region.rectangles.count == 2)
    #expect(region.area == 20_000)
    region.add(PixelRectangle(x: 100, y: 3, width: 90, height: 97))
    #expect(
      region.rectangles == [
        PixelRectangle(x: 0, y: 0, width: 190, height: 100),
        PixelRectangle(x: 1800, y: 900, width: 100, height: 100),
      ])
  }

  @Test func acrossKeepsItsCornersOut() {
    var region = PixelRegion(PixelRectangle(x: 0, y: 450, width: 1000, height: 100))
    region.add(PixelRectangle(x: 450, y: 0, width: 100, height: 1000))
    #expect(region.area == 190_000)
    #expect(region.rectangles.count == 3)
  }

  @Test func whatIsThereAlreadyChangesNothing() {
    var region = PixelRegion(PixelRectangle(x: 5, y: 5, width: 300, height: 200))
    region.add(PixelRectangle(x: 5, y: 5, width: 1, height: 200))
    region.add(PixelRectangle(x: 9, y: 9, width: 0, height: 20))
    #expect(region.rectangles == [PixelRectangle(x: 5, y: 5, width: 300, height: 200)])
    region.add(PixelRectangle(x: 0, y: 0, width: 400, height: 300))
    #expect(region.rectangles == [PixelRectangle(x: 0, y: 0, width: 400, height: 300)])
    region.removeAll()
    #expect(region.isEmpty)
  }
}
