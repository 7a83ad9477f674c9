import Pixels

/// A scene's picture that needs no composing: one opaque picture on a background.
struct DirectPicture {
  /// The picture; nil where the background is all there is to see.
  var picture: Picture?
  var origin = PixelPoint.zero
  var background = Color.black

  /// Finds out whether a list comes to that; nil where it does not.
  init?(_ list: DisplayList, screen: PixelSize) {
    let all = PixelRectangle(origin: .zero, size: screen)
    var covered: PixelRectangle?
    for item in list.items.reversed() {
      if let covered, covered.intersection(item.bounds) == item.bounds { continue }
      switch item.shape {
      case .fill(let color) where item.opaque == all:
        background = color
        return
      case .picture(let picture) where covered == nil:
        guard let place = item.direct(picture, screen: all) else { return nil }
        self.picture = picture
        origin = place.origin
        covered = place.intersection(all)
        if covered == all { return }
      default: return nil
      }
    }
  }

  /// Whether it looks just as another.
  func looks(like other: DirectPicture) -> Bool {
    picture === other.picture && origin == other.origin && background == other.background
  }

  /// What is shown: one pixel of the background where that is all.
  var fitted: FittedPicture {
    if let picture { return FittedPicture(picture: picture, origin: origin) }
    var pixel = Bitmap(size: PixelSize(width: 1, height: 1), format: .xrgb8888)
    pixel.fill(PixelRectangle(x: 0, y: 0, width: 1, height: 1), background)
    return FittedPicture(picture: Picture(pixel), origin: .zero)
  }
}

extension DisplayItem {
  /// Where all of a picture lies, in whole pixels; nil where it is not seen as it is.
  fileprivate func direct(_ picture: Picture, screen: PixelRectangle) -> PixelRectangle? {
    guard transform.isTranslation, alpha == 1, group == nil,
      picture.bitmap.format == .xrgb8888,
      // Bounds can be anywhere, further than numbers of pixels reach.
      let x = Int(exactly: transform.tx), let y = Int(exactly: transform.ty),
      abs(x) < 1 << 24, abs(y) < 1 << 24
    else { return nil }
    let place = PixelRectangle(
      x: x, y: y, width: picture.bitmap.size.width, height: picture.bitmap.size.height)
    // Of a part that the layer's bounds cut out, all must be cut out that the screen shows.
    return place.intersection(screen) == opaque ? place : nil
  }
}
