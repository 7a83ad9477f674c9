public import Pixels

/// The one way from a place on a panel to a place of what is shown on it.
///
/// A touch screen lies on its panel as that is scanned out: libinput applies the calibration of the
/// device and answers in the panel's pixels. From there a place goes back through what was done to
/// the picture, in reverse order and each step once: turned back, then out of its frame.
public struct TouchMapping: Sendable, Hashable {
  /// The panel's visible pixels, as they are scanned out.
  public var panel: PixelSize
  /// How pictures are turned on the panel.
  public var orientation: Orientation
  /// Which part of a picture lies where on the upright screen; nil where places are the screen's own.
  public var placement: Placement?

  /// Makes a mapping.
  public init(
    panel: PixelSize, orientation: Orientation = .upright, placement: Placement? = nil
  ) {
    self.panel = panel
    self.orientation = orientation
    self.placement = placement
  }

  /// Makes the mapping of a panel that shows a part of what goes across several.
  ///
  /// - Parameters:
  ///   - panel: its visible pixels, as they are scanned out.
  ///   - orientation: how pictures are turned on it.
  ///   - part: what it shows of the whole, in whose pixels places are told.
  public init(panel: PixelSize, orientation: Orientation = .upright, part: PixelRectangle) {
    let crop = PictureCrop(
      x: Double(part.origin.x), y: Double(part.origin.y), width: Double(part.size.width),
      height: Double(part.size.height))
    self.init(
      panel: panel, orientation: orientation,
      placement: Placement(
        crop: crop,
        destination: PixelRectangle(
          origin: .zero, size: orientation.inverse.turned(panel))))
  }

  /// The place that is shown at a place on the panel; nil beside the picture.
  ///
  /// - Parameter point: in pixels of the panel, calibrated.
  public func place(of point: Point) -> Point? {
    let upright = orientation.inverse.turned(point, in: panel)
    guard let placement else { return upright }
    guard Rectangle(placement.destination).contains(upright) else { return nil }
    return placement.source(of: upright)
  }

  /// The same for a finger that is down and moves: beside the picture, the nearest place of it.
  public func nearestPlace(of point: Point) -> Point {
    let upright = orientation.inverse.turned(point, in: panel)
    guard let placement else { return upright }
    let shown = Rectangle(placement.destination)
    return placement.source(
      of: Point(
        x: min(max(upright.x, shown.origin.x), shown.maxX),
        y: min(max(upright.y, shown.origin.y), shown.maxY)))
  }
}

extension TouchMapping {
  /// What is told of a finger that came down, or moved, at a place on the panel.
  ///
  /// Nil for one that came down beside the picture: nothing is touched there, and what moves or lifts
  /// without that says nothing.
  func touch(
    at point: Point, isDown: Bool, device: Int, slot: Int32, time: Int64
  ) -> RawInput? {
    guard isDown else {
      let place = TouchPoint(nearestPlace(of: point))
      return .touchMotion(device: device, slot: slot, at: place, time: time)
    }
    return place(of: point).map { place in
      .touchDown(device: device, slot: slot, at: TouchPoint(place), time: time)
    }
  }
}

extension Placement {
  /// Which place of the picture is shown at a place of the destination.
  fileprivate func source(of point: Point) -> Point {
    let across = crop.width / Double(destination.size.width)
    let down = crop.height / Double(destination.size.height)
    return Point(
      x: crop.x + (point.x - Double(destination.origin.x)) * across,
      y: crop.y + (point.y - Double(destination.origin.y)) * down)
  }
}
