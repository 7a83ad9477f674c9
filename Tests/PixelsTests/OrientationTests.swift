import Pixels
import Testing

@Suite struct OrientationTests {
  private let pictures = [
    PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 1), PixelSize(width: 2, height: 5),
  ]

  private func pixels(of picture: PixelSize) -> [PixelPoint] {
    (0..<picture.height).flatMap { y in (0..<picture.width).map { PixelPoint(x: $0, y: y) } }
  }

  @Test func aQuarterClockwiseBringsTheTopToTheRight() {
    let picture = PixelSize(width: 4, height: 3)
    #expect(Orientation.quarter.turned(picture) == PixelSize(width: 3, height: 4))
    let topLeft = Orientation.quarter.turned(PixelPoint.zero, in: picture)
    #expect(topLeft == PixelPoint(x: 2, y: 0))
    let topRight = Orientation.quarter.turned(PixelPoint(x: 3, y: 0), in: picture)
    #expect(topRight == PixelPoint(x: 2, y: 3))
  }

  @Test(arguments: Orientation.allCases)
  func aPixelGoesWhereOneQuarterAfterTheOtherTakesIt(_ orientation: Orientation) {
    for picture in pictures {
      for pixel in pixels(of: picture) {
        let expected = naivelyTurned(pixel, orientation, in: picture)
        #expect(orientation.turned(pixel, in: picture) == expected)
        let middle = Point(x: Double(pixel.x) + 0.5, y: Double(pixel.y) + 0.5)
        let turned = orientation.turned(middle, in: picture)
        #expect(turned == Point(x: Double(expected.x) + 0.5, y: Double(expected.y) + 0.5))
      }
    }
  }

  @Test(arguments: Orientation.allCases)
  func theInversePutsBack(_ orientation: Orientation) {
    #expect(orientation.then(orientation.inverse) == .upright)
    #expect(orientation.inverse.then(orientation) == .upright)
    for picture in pictures {
      let size = orientation.turned(picture)
      #expect(orientation.inverse.turned(size) == picture)
      for pixel in pixels(of: picture) {
        let turned = orientation.turned(pixel, in: picture)
        #expect(orientation.inverse.turned(turned, in: size) == pixel)
      }
    }
  }

  @Test(arguments: Orientation.allCases, Orientation.allCases)
  func twoComeToOne(_ first: Orientation, _ second: Orientation) {
    for picture in pictures {
      for pixel in pixels(of: picture) {
        let oneByOne = second.turned(
          first.turned(pixel, in: picture), in: first.turned(picture))
        #expect(first.then(second).turned(pixel, in: picture) == oneByOne)
      }
    }
  }

  @Test(arguments: Orientation.allCases)
  func aRectangleHoldsTheSamePixels(_ orientation: Orientation) {
    let picture = PixelSize(width: 5, height: 4)
    let part = PixelRectangle(x: 1, y: 2, width: 3, height: 1)
    let turned = orientation.turned(part, in: picture)
    for pixel in pixels(of: picture) {
      let place = orientation.turned(pixel, in: picture)
      #expect(holds(part, pixel) == holds(turned, place))
    }
    let region = PixelRegion(part).turned(orientation, in: picture)
    #expect(region.rectangles == [turned])
  }

  private func holds(_ rectangle: PixelRectangle, _ pixel: PixelPoint) -> Bool {
    rectangle.origin.x..<rectangle.maxX ~= pixel.x && rectangle.origin.y..<rectangle.maxY ~= pixel.y
  }

  @Test func degreesAreWholeQuarters() {
    #expect([0, 90, 180, 270].map { Orientation(degrees: $0)?.quarterTurns } == [0, 1, 2, 3])
    #expect(Orientation(degrees: -90) == .threeQuarters)
    #expect(Orientation(degrees: 45) == nil)
    #expect(Set(Orientation.allCases).count == 8)
  }
}

/// Where a pixel goes, one step after the other: mirrored, then turned by a quarter as often.
func naivelyTurned(
  _ pixel: PixelPoint, _ orientation: Orientation, in picture: PixelSize
) -> PixelPoint {
  var (place, size) = (pixel, picture)
  if orientation.isMirrored { place.x = size.width - 1 - place.x }
  for _ in 0..<orientation.quarterTurns {
    place = PixelPoint(x: size.height - 1 - place.y, y: place.x)
    size = PixelSize(width: size.height, height: size.width)
  }
  return place
}
