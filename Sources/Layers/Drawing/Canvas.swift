import Pixels

/// The memory that a scene is composed in, as large as the screen, and how lists are drawn on it.
final class Canvas {
  /// What is composed: `xrgb8888`, opaque.
  private(set) var bitmap: Bitmap
  /// Where groups are composed, by depth, in `argb8888`.
  ///
  /// As large as the screen, so that what is drawn in a group falls on the same fractions of pixels
  /// as outside. The system gives memory only for rows that are touched.
  private var groups: [GroupBitmap] = []
  /// Pictures that are drawn again and again in the same place, as they come out there.
  private let prepared: PreparedPictures
  private let size: PixelSize

  init(size: PixelSize) {
    self.size = size
    bitmap = Bitmap(size: size, format: .xrgb8888)
    // One that is as large as the screen, and some that are not.
    prepared = PreparedPictures(
      limit: 2 * Bitmap.byteCount(size: size, format: .argb8888))
  }

  /// Draws a list where it changed.
  func draw(_ items: [DisplayItem], in region: PixelRegion) {
    for rectangle in region.rectangles { draw(items, in: rectangle) }
    if !groups.isEmpty, !items.contains(where: { $0.span > 1 }) { groups = [] }
  }

  private func draw(_ items: [DisplayItem], in rectangle: PixelRectangle) {
    // What is behind something opaque is not seen.
    let base = items.lastIndex { $0.opaque.intersection(rectangle) == rectangle }
    if base == nil { bitmap.fill(rectangle, .black) }
    draw(items[(base ?? 0)...], on: &bitmap, in: rectangle, depth: 0)
  }

  private func draw(
    _ items: ArraySlice<DisplayItem>, on target: inout Bitmap, in clip: PixelRectangle, depth: Int
  ) {
    var index = items.startIndex
    while index < items.endIndex {
      let item = items[index]
      let part = item.bounds.intersection(clip)
      if !part.isEmpty {
        switch item.shape {
        case .fill(let color):
          target.fill(
            color, rectangle: item.area, transform: item.transform, alpha: item.alpha, clip: part)
        case .gradient(let top, let bottom):
          target.gradient(
            top: top, bottom: bottom, rectangle: item.area, transform: item.transform,
            alpha: item.alpha, clip: part)
        case .picture(let picture):
          target.draw(
            picture, crop: item.area, transform: item.transform, alpha: item.alpha, clip: part,
            prepared: prepared)
        case .group(let count):
          let members = items[(index + 1)...(index + count)]
          if depth == groups.count { groups.append(GroupBitmap(size: size)) }
          let group = groups[depth]
          group.bitmap.clear(part)
          draw(members, on: &group.bitmap, in: part, depth: depth + 1)
          target.draw(
            group.bitmap, crop: Rectangle(part), transform: .identity, alpha: item.alpha,
            clip: part)
        }
      }
      index += item.span
    }
  }
}

/// Where the members of a group are composed before they are faded together.
private final class GroupBitmap {
  var bitmap: Bitmap

  init(size: PixelSize) { bitmap = Bitmap(size: size, format: .argb8888) }
}
