import Pixels

/// One thing to be drawn: a colour, a gradient, a picture, or a group of the items after it.
struct DisplayItem {
  /// What is drawn.
  enum Shape {
    case fill(Color)
    case gradient(top: Color, bottom: Color)
    case picture(Picture)
    /// The next `count` items, composed together before the group's alpha fades them.
    case group(count: Int)
  }

  /// Which of a layer's items it is.
  enum Part: UInt8 {
    case group, background, content
  }

  /// Tells items of two lists apart: the same layer's same part.
  struct Key: Hashable {
    var layer: ObjectIdentifier
    var part: Part
  }

  let key: Key
  /// The layer whose group it is composed in, if any.
  var group: ObjectIdentifier?
  var shape: Shape
  /// What is drawn of it, before the transform: of a picture, the part shown in its pixels.
  let area: Rectangle
  /// Takes `area` to the screen.
  let transform: AffineTransform
  /// How much of it is seen, more than 0, at most 1.
  var alpha: Double
  /// The pixels of the screen that it may touch.
  var bounds: PixelRectangle

  /// An item of a layer; nil where it does not touch the screen.
  init?(
    _ key: Key, _ shape: Shape, area: Rectangle, transform: AffineTransform, alpha: Double = 1,
    in group: ObjectIdentifier?, screen: PixelSize
  ) {
    let transform = transform.nearlyWhole
    guard !area.isEmpty, transform.determinant != 0,
      let bounds = Self.touched(by: area, transform, screen), !bounds.isEmpty
    else { return nil }
    self.key = key
    self.group = group
    self.shape = shape
    self.area = area
    self.transform = transform
    self.alpha = alpha
    self.bounds = bounds
  }

  /// A group without items as yet.
  init(groupOf key: Key, alpha: Double, in group: ObjectIdentifier?) {
    self.key = key
    self.group = group
    shape = .group(count: 0)
    area = .zero
    transform = .identity
    self.alpha = alpha
    bounds = PixelRectangle(x: 0, y: 0, width: 0, height: 0)
  }

  /// Whether it is drawn just as another is, pixel for pixel; of groups, without their items.
  func looks(like other: DisplayItem) -> Bool {
    guard group == other.group, alpha == other.alpha else { return false }
    switch (shape, other.shape) {
    case (.group, .group): return true
    case (.fill(let mine), .fill(let theirs)) where mine == theirs: break
    case (.gradient(let top, let bottom), .gradient(let otherTop, let otherBottom))
    where top == otherTop && bottom == otherBottom:
      break
    case (.picture(let mine), .picture(let theirs)) where mine === theirs: break
    default: return false
    }
    return area == other.area && transform == other.transform
  }

  /// How many items of the list it takes: itself, and a group's items.
  var span: Int {
    if case .group(let count) = shape { count + 1 } else { 1 }
  }

  /// The pixels of the screen of which nothing behind is seen.
  var opaque: PixelRectangle {
    let none = PixelRectangle(x: 0, y: 0, width: 0, height: 0)
    guard alpha == 1, group == nil, transform.keepsUpright else { return none }
    switch shape {
    case .group: return none
    case .picture(let picture) where picture.bitmap.format == .argb8888: return none
    default: break
    }
    let placed = transform.bounds(of: area)
    // Of the pixels at the edges a part may show what is behind.
    let x = max(Double(bounds.origin.x), placed.origin.x.nearlyWhole).rounded(.up)
    let y = max(Double(bounds.origin.y), placed.origin.y.nearlyWhole).rounded(.up)
    let maxX = min(Double(bounds.maxX), placed.maxX.nearlyWhole).rounded(.down)
    let maxY = min(Double(bounds.maxY), placed.maxY.nearlyWhole).rounded(.down)
    guard maxX > x, maxY > y else { return none }
    return PixelRectangle(x: Int(x), y: Int(y), width: Int(maxX - x), height: Int(maxY - y))
  }

  /// The pixels that a transformed rectangle touches; nil where it lies nowhere.
  static func touched(
    by area: Rectangle, _ transform: AffineTransform, _ screen: PixelSize
  ) -> PixelRectangle? {
    let placed = transform.bounds(of: area)
    guard placed.origin.x.isFinite, placed.origin.y.isFinite, placed.maxX.isFinite,
      placed.maxY.isFinite
    else { return nil }
    // So little of a pixel is less than a step of any channel. Slanted edges are smooth over one
    // pixel: the tip of a corner reaches that much further.
    let margin = transform.keepsUpright ? -1.0 / 512 : 0.25
    let left = max(0, (placed.origin.x - margin).rounded(.down))
    let top = max(0, (placed.origin.y - margin).rounded(.down))
    let right = min(Double(screen.width), (placed.maxX + margin).rounded(.up))
    let bottom = min(Double(screen.height), (placed.maxY + margin).rounded(.up))
    guard right > left, bottom > top else { return nil }
    return PixelRectangle(
      x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
  }
}
