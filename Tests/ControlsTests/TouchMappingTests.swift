import Controls
import Pixels
import Testing

@Suite("The way from a panel to what is shown") struct TouchMappingTests {
  private let panel = PixelSize(width: 800, height: 480)

  /// What libinput makes of a finger at a fraction of the device: calibrated, in pixels of the panel.
  private func calibrated(_ x: Double, _ y: Double, by matrix: [Double]) -> Point {
    Point(
      x: (matrix[0] * x + matrix[1] * y + matrix[2]) * Double(panel.width),
      y: (matrix[3] * x + matrix[4] * y + matrix[5]) * Double(panel.height))
  }

  /// Turns of the device against its panel, as udev's rules spell them.
  static let calibrations: [[Double]] = [
    [1, 0, 0, 0, 1, 0], [0, -1, 1, 1, 0, 0], [-1, 0, 1, 0, -1, 1], [0, 1, 0, -1, 0, 1],
    [1.25, 0, -0.125, 0, 0.75, 0.25],
  ]

  @Test("undoes rotation and letterbox once, whatever the calibration", arguments: calibrations)
  func allTogether(matrix: [Double]) {
    let picture = PixelSize(width: 320, height: 180)
    for orientation in Orientation.allCases {
      let screen = orientation.inverse.turned(panel)
      for fit in Fit.allCases {
        let placement = fit.placement(of: picture, on: screen)
        let mapping = TouchMapping(
          panel: panel, orientation: orientation, placement: placement)
        for (x, y) in [(0.5, 0.5), (0.1, 0.2), (0.75, 0.3), (0.4, 0.9)] {
          let touched = calibrated(x, y, by: matrix)
          guard let place = mapping.place(of: touched) else {
            #expect(mapping.nearestPlace(of: touched) != mapping.nearestPlace(of: center))
            continue
          }
          // What the player does with that place of the picture on its way to the panel.
          let shown = placement.destination
          let upright = Point(
            x: Double(shown.origin.x)
              + (place.x - placement.crop.x) * Double(shown.size.width) / placement.crop.width,
            y: Double(shown.origin.y)
              + (place.y - placement.crop.y) * Double(shown.size.height) / placement.crop.height)
          let back = orientation.turned(upright, in: screen)
          #expect(abs(back.x - touched.x) < 1e-9 && abs(back.y - touched.y) < 1e-9)
          #expect(mapping.nearestPlace(of: touched) == place)
        }
      }
    }
  }

  private var center: Point { Point(x: Double(panel.width) / 2, y: Double(panel.height) / 2) }

  @Test("brings the corner that is up and left to the origin")
  func corners() {
    let places: [(Orientation, Point)] = [
      (.upright, Point(x: 0, y: 0)), (.quarter, Point(x: 800, y: 0)),
      (.half, Point(x: 800, y: 480)), (.threeQuarters, Point(x: 0, y: 480)),
    ]
    for (orientation, corner) in places {
      let mapping = TouchMapping(panel: panel, orientation: orientation)
      #expect(mapping.place(of: corner) == Point(x: 0, y: 0))
    }
    // 100 pixels to the right of that corner, as seen by who stands before it.
    let turned = TouchMapping(panel: panel, orientation: .quarter)
    #expect(turned.place(of: Point(x: 800, y: 100)) == Point(x: 100, y: 0))
  }

  @Test("a finger beside the picture misses, one that is down is held at the edge")
  func besideThePicture() {
    // Portrait on a panel of 800x480: 270x480 of 480x800 would be 9:16; here a square.
    let placement = Fit.contain.placement(
      of: PixelSize(width: 100, height: 100), on: PixelSize(width: 480, height: 800))
    #expect(placement.destination == PixelRectangle(x: 0, y: 160, width: 480, height: 480))
    let mapping = TouchMapping(panel: panel, orientation: .quarter, placement: placement)
    // The upright screen's top is the panel's right.
    #expect(mapping.place(of: Point(x: 700, y: 240)) == nil)
    #expect(mapping.nearestPlace(of: Point(x: 700, y: 240)) == Point(x: 50, y: 0))
    #expect(mapping.place(of: Point(x: 639, y: 240)).map { $0.y > 0 && $0.y < 1 } == true)
    #expect(mapping.place(of: Point(x: 400, y: 240)) == Point(x: 50, y: 50))
  }
}
