import Controls
import Pixels

extension RawInput {
  /// The touch screen that it came from; nil where no place is told.
  var touchedDevice: Int? {
    switch self {
    case .touchDown(let device, _, _, _), .touchMotion(let device, _, _, _): device
    default: nil
    }
  }

  /// The same on a screen of another size: a touch at the same share of its width and height.
  func scaled(from size: PixelSize, to other: PixelSize) -> RawInput {
    func scaled(_ point: TouchPoint) -> TouchPoint {
      TouchPoint(
        x: point.x * Double(other.width) / Double(max(1, size.width)),
        y: point.y * Double(other.height) / Double(max(1, size.height)))
    }
    return touching(scaled)
  }

  /// The same in what goes across several screens, of which this one's corner is there.
  func moved(by corner: PixelPoint) -> RawInput {
    touching { TouchPoint(x: $0.x + Double(corner.x), y: $0.y + Double(corner.y)) }
  }

  private func touching(_ there: (TouchPoint) -> TouchPoint) -> RawInput {
    switch self {
    case .touchDown(let device, let slot, let place, let time):
      .touchDown(device: device, slot: slot, at: there(place), time: time)
    case .touchMotion(let device, let slot, let place, let time):
      .touchMotion(device: device, slot: slot, at: there(place), time: time)
    default: self
    }
  }
}
