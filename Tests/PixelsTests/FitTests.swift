import Pixels
import Testing

@Suite struct FitTests {
  private let screen = PixelSize(width: 100, height: 50)

  @Test func containCentresAWidePictureBetweenTwoBands() {
    let placement = Fit.contain.placement(of: PixelSize(width: 400, height: 100), on: screen)
    #expect(placement.destination == PixelRectangle(x: 0, y: 12, width: 100, height: 25))
    #expect(placement.crop == PictureCrop(x: 0, y: 0, width: 400, height: 100))
  }

  @Test func coverCutsBothSidesEqually() {
    let placement = Fit.cover.placement(of: PixelSize(width: 400, height: 100), on: screen)
    #expect(placement.destination == PixelRectangle(x: 0, y: 0, width: 100, height: 50))
    #expect(placement.crop == PictureCrop(x: 100, y: 0, width: 200, height: 100))
  }

  @Test func stretchTakesAllOfBoth() {
    let placement = Fit.stretch.placement(of: PixelSize(width: 3, height: 300), on: screen)
    #expect(placement.destination == PixelRectangle(x: 0, y: 0, width: 100, height: 50))
    #expect(placement.crop == PictureCrop(x: 0, y: 0, width: 3, height: 300))
  }

  @Test func noneCutsWhatIsLargerAndCentresWhatIsSmaller() {
    let placement = Fit.none.placement(of: PixelSize(width: 140, height: 20), on: screen)
    #expect(placement.destination == PixelRectangle(x: 0, y: 15, width: 100, height: 20))
    #expect(placement.crop == PictureCrop(x: 20, y: 0, width: 100, height: 20))
  }

  @Test(arguments: Fit.allCases)
  func nothingIsEverEmptyOrOutside(_ fit: Fit) {
    let lengths = [1, 2, 3, 49, 50, 51, 1000, 65_535, 1 << 28]
    for width in lengths {
      for height in lengths {
        for screen in [PixelSize(width: 1, height: 1), PixelSize(width: 7, height: 1), screen] {
          let picture = PixelSize(width: width, height: height)
          let placement = fit.placement(of: picture, on: screen)
          let whole = PixelRectangle(origin: .zero, size: screen)
          #expect(!placement.destination.isEmpty)
          #expect(placement.destination.intersection(whole) == placement.destination)
          let crop = placement.crop
          #expect(crop.width > 0 && crop.height > 0 && crop.x >= 0 && crop.y >= 0)
          #expect(crop.x + crop.width <= Double(width) * (1 + 1e-12))
          #expect(crop.y + crop.height <= Double(height) * (1 + 1e-12))
        }
      }
    }
  }
}
