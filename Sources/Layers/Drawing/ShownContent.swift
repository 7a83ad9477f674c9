import Pixels

/// The content of a layer at a time: what is drawn in its bounds, over the background.
struct ShownContent {
  private(set) var shape: DisplayItem.Shape
  private(set) var alpha = 1.0
  /// Where the picture lies; nil where a colour fills the bounds.
  private var place = ContentImage.Place.byContentMode
  private let mode: ContentMode

  /// Asks a layer what it shows; nil where that is nothing.
  init?(_ layer: Layer, _ values: LayerValues, at time: Int64) {
    mode = values.contentMode
    if let button = layer as? ButtonLayer {
      let look = button.look(values)
      alpha = look.alpha
      if let picture = look.picture {
        shape = .picture(picture)
        return
      }
    }
    switch values.content {
    case .none: return nil
    case .color(let color): shape = .fill(color)
    case .picture(let picture): shape = .picture(picture)
    case .moving(let content):
      guard let image = content.image(at: time), image.alpha > 0 else { return nil }
      shape = .picture(image.picture)
      place = image.place
      alpha *= min(1, image.alpha)
    }
  }

  /// Where all of a picture of a size lies in a layer.
  func placement(of size: PixelSize, in bounds: Rectangle, isPixelExact: Bool) -> ContentPlacement {
    switch place {
    case .byContentMode:
      ContentPlacement(of: size, in: bounds, mode: mode, isPixelExact: isPixelExact)
    case .at(let corner, in: let box):
      ContentPlacement(of: size, in: bounds, at: corner, of: box)
    }
  }

  /// Whether nothing is seen of what is behind it in the bounds.
  func fills(_ bounds: Rectangle) -> Bool {
    guard alpha == 1 else { return false }
    guard case .picture(let picture) = shape else { return true }
    guard picture.bitmap.format == .xrgb8888 else { return false }
    let size = picture.bitmap.size
    // Rounding to whole pixels may uncover a part of a pixel, so that both ways are asked.
    return placement(of: size, in: bounds, isPixelExact: true).covers(bounds)
      && placement(of: size, in: bounds, isPixelExact: false).covers(bounds)
  }
}

extension ContentPlacement {
  /// Whether a picture lies on all of the bounds.
  fileprivate func covers(_ bounds: Rectangle) -> Bool {
    place.origin.x <= bounds.origin.x && place.origin.y <= bounds.origin.y
      && place.maxX >= bounds.maxX && place.maxY >= bounds.maxY
  }
}

extension DisplayItem {
  /// The item of a content; nil where it does not touch the screen.
  init?(
    _ key: Key, _ content: ShownContent, bounds: Rectangle, transform: AffineTransform,
    in group: ObjectIdentifier?, screen: PixelSize
  ) {
    guard case .picture(let picture) = content.shape else {
      self.init(
        key, content.shape, area: bounds, transform: transform, alpha: content.alpha, in: group,
        screen: screen)
      return
    }
    let size = picture.bitmap.size
    let placement = content.placement(
      of: size, in: bounds, isPixelExact: transform.nearlyWhole.isTranslation)
    guard let crop = placement.crop(of: size, in: bounds) else { return nil }
    self.init(
      key, content.shape, area: crop, transform: placement.transform(of: size).then(transform),
      alpha: content.alpha, in: group, screen: screen)
  }

  /// The item of a background; nil where there is none or it does not touch the screen.
  init?(
    _ key: Key, _ background: Background, area: Rectangle, transform: AffineTransform,
    in group: ObjectIdentifier?, screen: PixelSize
  ) {
    let shape: Shape
    switch background {
    case .none: return nil
    case .color(let color): shape = .fill(color)
    case .gradient(let top, let bottom): shape = .gradient(top: top, bottom: bottom)
    }
    self.init(key, shape, area: area, transform: transform, in: group, screen: screen)
  }
}
