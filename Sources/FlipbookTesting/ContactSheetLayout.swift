import Pixels

/// Where the parts of a contact sheet go, and their colours.
struct ContactSheetLayout {
  /// What a small picture fits into.
  static let box = PixelSize(width: 224, height: 224)

  private static let background = Color(red: 0x15, green: 0x18, blue: 0x1e)
  private static let frame = Color(red: 0x39, green: 0x42, blue: 0x4f)
  private static let bright = Color(red: 0xf4, green: 0xf6, blue: 0xf9)
  private static let plain = Color(red: 0xc9, green: 0xd1, blue: 0xdc)
  private static let dim = Color(red: 0x7f, green: 0x8a, blue: 0x99)
  private static let accent = Color(red: 0x4f, green: 0xb3, blue: 0xbf)

  private static let margin = 32
  private static let gap = 20
  private static let headerHeight = 138
  private static let captionHeight = 46
  private static let mostColumns = 6

  private let sheet: ContactSheet
  private let columns: Int
  private let tileHeight: Int
  private let size: PixelSize

  init(_ sheet: ContactSheet) {
    self.sheet = sheet
    let count = max(1, sheet.tiles.count)
    // Never fewer than three columns wide: the header needs room.
    columns = min(Self.mostColumns, max(3, count))
    let rows = (count + columns - 1) / columns
    tileHeight = sheet.tiles.map { $0.thumbnail.bitmap.size.height }.max() ?? 0
    size = PixelSize(
      width: 2 * Self.margin + columns * Self.box.width + (columns - 1) * Self.gap,
      height: Self.headerHeight + rows * (tileHeight + Self.captionHeight + Self.gap)
        + Self.margin - Self.gap)
  }

  func draw() -> Bitmap {
    var bitmap = Bitmap(size: size, format: .xrgb8888)
    bitmap.fill(PixelRectangle(origin: .zero, size: size), Self.background)
    drawHeader(on: &bitmap)
    for (index, tile) in sheet.tiles.enumerated() {
      let origin = PixelPoint(
        x: Self.margin + index % columns * (Self.box.width + Self.gap),
        y: Self.headerHeight + index / columns * (tileHeight + Self.captionHeight + Self.gap))
      draw(tile, at: origin, on: &bitmap)
    }
    return bitmap
  }

  private func drawHeader(on bitmap: inout Bitmap) {
    let room = size.width - 2 * Self.margin
    bitmap.fill(PixelRectangle(x: Self.margin, y: 30, width: 6, height: 28), Self.accent)
    bitmap.draw(
      fitted(sheet.title, scale: 4, width: room - 18),
      at: PixelPoint(x: Self.margin + 18, y: 30), scale: 4, Self.bright)
    bitmap.draw(
      fitted(sheet.detail, scale: 2, width: room),
      at: PixelPoint(x: Self.margin, y: 74), scale: 2, Self.plain)
    bitmap.draw(
      fitted(summary, scale: 2, width: room),
      at: PixelPoint(x: Self.margin, y: 96), scale: 2, Self.dim)
  }

  private var summary: String {
    guard sheet.count > 0 else { return "Nothing was scanned out." }
    let scanned = sheet.count.counted("picture") + " scanned out"
    return sheet.shownInterval == 1
      ? scanned : "\(scanned), every \(sheet.shownInterval.ordinal) is shown"
  }

  private func draw(_ tile: ContactSheet.Tile, at origin: PixelPoint, on bitmap: inout Bitmap) {
    let small = tile.thumbnail.bitmap.size
    let place = PixelPoint(
      x: origin.x + (Self.box.width - small.width) / 2,
      y: origin.y + (tileHeight - small.height) / 2)
    bitmap.fill(
      PixelRectangle(
        x: place.x - 1, y: place.y - 1, width: small.width + 2, height: small.height + 2),
      Self.frame)
    bitmap.draw(tile.thumbnail.bitmap, at: place)

    let time = "\(tile.seconds.text(decimals: 3)) s"
    let timeWidth = Bitmap.size(of: time, scale: 2).width
    let y = origin.y + tileHeight + 8
    let caption = tile.caption.isEmpty ? "#\(tile.number)" : tile.caption
    bitmap.draw(
      fitted(caption, scale: 2, width: Self.box.width - timeWidth - 12),
      at: PixelPoint(x: origin.x, y: y), scale: 2, Self.plain)
    bitmap.draw(
      time, at: PixelPoint(x: origin.x + Self.box.width - timeWidth, y: y), scale: 2,
      Self.accent)
    bitmap.draw(
      "vblank \(tile.vblank)", at: PixelPoint(x: origin.x, y: y + 20), scale: 2, Self.dim)
  }

  /// The text, or its beginning and ".." where it has no room.
  private func fitted(_ text: String, scale: Int, width: Int) -> String {
    guard Bitmap.size(of: text, scale: scale).width > width else { return text }
    var short = text
    while !short.isEmpty, Bitmap.size(of: short + "..", scale: scale).width > width {
      short.removeLast()
    }
    return short + ".."
  }
}

extension Int {
  /// "2nd", "4th": what stands behind "every".
  fileprivate var ordinal: String {
    if (11...13).contains(self % 100) { return "\(self)th" }
    switch self % 10 {
    case 1: return "\(self)st"
    case 2: return "\(self)nd"
    case 3: return "\(self)rd"
    default: return "\(self)th"
    }
  }
}
