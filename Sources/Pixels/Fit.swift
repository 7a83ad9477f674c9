/// How a picture fills a screen of another size.
public enum Fit: String, Sendable, Hashable, CaseIterable {
  /// All of the picture, as large as the screen allows, its proportions kept, centred.
  case contain
  /// All of the screen, the picture's proportions kept; what hangs over is cut off on both sides.
  case cover
  /// All of the picture on all of the screen, whatever becomes of its proportions.
  case stretch
  /// Pixel for pixel, centred; a larger picture is cut off on all sides.
  case none

  /// Says which part of a picture goes where on a screen; neither is ever empty.
  ///
  /// - Parameters:
  ///   - picture: at least 1x1.
  ///   - screen: at least 1x1.
  public func placement(of picture: PixelSize, on screen: PixelSize) -> Placement {
    let across = Double(screen.width) / Double(picture.width)
    let down = Double(screen.height) / Double(picture.height)
    switch self {
    case .contain:
      let scale = min(across, down)
      let size = PixelSize(
        width: Self.scaled(picture.width, by: scale, limit: screen.width),
        height: Self.scaled(picture.height, by: scale, limit: screen.height))
      return Placement(
        crop: PictureCrop(all: picture), destination: Self.centred(size, on: screen))
    case .cover:
      let scale = max(across, down)
      let width = min(Double(picture.width), Double(screen.width) / scale)
      let height = min(Double(picture.height), Double(screen.height) / scale)
      let crop = PictureCrop(
        x: (Double(picture.width) - width) / 2, y: (Double(picture.height) - height) / 2,
        width: width, height: height)
      return Placement(crop: crop, destination: Self.centred(screen, on: screen))
    case .stretch:
      return Placement(
        crop: PictureCrop(all: picture), destination: Self.centred(screen, on: screen))
    case .none:
      let size = PixelSize(
        width: min(picture.width, screen.width), height: min(picture.height, screen.height))
      let crop = PictureCrop(
        x: Double((picture.width - size.width) / 2),
        y: Double((picture.height - size.height) / 2),
        width: Double(size.width), height: Double(size.height))
      return Placement(crop: crop, destination: Self.centred(size, on: screen))
    }
  }

  private static func scaled(_ length: Int, by scale: Double, limit: Int) -> Int {
    min(limit, max(1, Int((Double(length) * scale).rounded())))
  }

  private static func centred(_ size: PixelSize, on screen: PixelSize) -> PixelRectangle {
    PixelRectangle(
      x: (screen.width - size.width) / 2, y: (screen.height - size.height) / 2,
      width: size.width, height: size.height)
  }
}

/// The part of a picture that is shown, and where.
public struct Placement: Sendable, Hashable {
  /// What is shown, in pixels of the picture.
  public var crop: PictureCrop
  /// Where, in pixels of the screen.
  public var destination: PixelRectangle

  /// Pairs a part with its place.
  public init(crop: PictureCrop, destination: PixelRectangle) {
    self.crop = crop
    self.destination = destination
  }
}

/// A part of a picture, its edges not bound to whole pixels.
public struct PictureCrop: Sendable, Hashable {
  /// Pixels from the picture's left edge.
  public var x: Double
  /// Pixels from the picture's top edge.
  public var y: Double
  /// Pixels across.
  public var width: Double
  /// Pixels down.
  public var height: Double

  /// Makes a part from four numbers.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// All of a picture.
  public init(all picture: PixelSize) {
    self.init(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
  }

  /// The same part after the picture was moved by an offset and then shrunk.
  public func shrunk(from corner: PixelPoint, columns: Double, rows: Double) -> PictureCrop {
    PictureCrop(
      x: (x - Double(corner.x)) / columns, y: (y - Double(corner.y)) / rows,
      width: width / columns, height: height / rows)
  }

  /// The fewest whole pixels that hold this part and `margin` more on each side, inside a picture.
  public func wholePixels(in picture: PixelSize, margin: PixelSize) -> PixelRectangle {
    let left = max(0, Int(x.rounded(.down)) - margin.width)
    let top = max(0, Int(y.rounded(.down)) - margin.height)
    let right = min(picture.width, Int((x + width).rounded(.up)) + margin.width)
    let bottom = min(picture.height, Int((y + height).rounded(.up)) + margin.height)
    return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// This part as whole pixels, where its edges lie on them.
  public var exactly: PixelRectangle? {
    guard
      let x = Int(exactly: x), let y = Int(exactly: y), let width = Int(exactly: width),
      let height = Int(exactly: height)
    else { return nil }
    return PixelRectangle(x: x, y: y, width: width, height: height)
  }
}
