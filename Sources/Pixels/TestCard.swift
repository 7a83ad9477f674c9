import Glibc

/// A numbered moving test picture: what is wrong with a display or a player shows on it.
///
/// Colour bars and ramps show channels and banding; the border and corners, what is cut off; the bar
/// that travels across, tearing; the dial and the number, frames that are missing or out of order.
public enum TestCard {
  /// Draws one frame, in `xrgb8888`.
  ///
  /// - Parameters:
  ///   - frame: from 0.
  ///   - count: frames of one cycle, after which it looks the same again; at least 1.
  ///   - size: at least 1x1; from about 160x90 its text is legible.
  ///   - pool: where its memory comes from.
  public static func draw(
    frame: Int, of count: Int, size: PixelSize, pool: BitmapPool? = nil
  ) -> Bitmap {
    var card = Bitmap(size: size, format: .xrgb8888, pool: pool)
    // Everything is measured in 18ths of the shorter side.
    let unit = max(1, min(size.width, size.height) / 18)
    card.gradient(PixelRectangle(origin: .zero, size: size), from: night, to: dusk)
    drawGrid(&card, unit)
    drawBars(&card, unit)
    drawRamps(&card, unit)
    drawTravellingBar(&card, unit, frame, count)
    drawDial(&card, unit, frame, count)
    drawCaption(&card, unit, frame, count)
    drawEdges(&card, unit)
    return card
  }

  private static let night = Color(red: 16, green: 20, blue: 34)
  private static let dusk = Color(red: 38, green: 44, blue: 66)
  private static let line = Color(red: 62, green: 70, blue: 98)
  private static let white = Color(red: 255, green: 255, blue: 255)
  private static let quiet = Color(red: 168, green: 178, blue: 206)
  private static let warm = Color(red: 255, green: 176, blue: 32)

  private static func drawGrid(_ card: inout Bitmap, _ unit: Int) {
    let size = card.size
    let thickness = max(1, unit / 30)
    // From the middle outwards, so that the cells at both edges are equal.
    for x in stride(from: size.width / 2 % unit, to: size.width, by: unit) {
      card.fill(PixelRectangle(x: x, y: 0, width: thickness, height: size.height), line)
    }
    for y in stride(from: size.height / 2 % unit, to: size.height, by: unit) {
      card.fill(PixelRectangle(x: 0, y: y, width: size.width, height: thickness), line)
    }
  }

  private static func drawBars(_ card: inout Bitmap, _ unit: Int) {
    let level: UInt8 = 191
    let width = card.size.width - 4 * unit
    for index in 0..<8 {
      // White, yellow, cyan, green, magenta, red, blue, black: the bits of 7 down to 0.
      let bits = 7 - index
      let color = Color(
        red: bits & 2 != 0 ? level : 0, green: bits & 4 != 0 ? level : 0,
        blue: bits & 1 != 0 ? level : 0)
      let left = 2 * unit + width * index / 8
      card.fill(
        PixelRectangle(
          x: left, y: 2 * unit, width: 2 * unit + width * (index + 1) / 8 - left,
          height: 2 * unit), color)
    }
  }

  private static func drawRamps(_ card: inout Bitmap, _ unit: Int) {
    let width = card.size.width - 4 * unit
    guard width > 0 else { return }
    let top = card.size.height - 5 * unit
    let channels = [(1, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    let height = max(1, unit / 2)
    for x in 0..<width {
      let value = x * 255 / max(1, width - 1)
      for (row, channel) in channels.enumerated() {
        let color = Color(
          red: UInt8(value * channel.0), green: UInt8(value * channel.1),
          blue: UInt8(value * channel.2))
        card.fill(
          PixelRectangle(x: 2 * unit + x, y: top + row * height, width: 1, height: height), color)
      }
    }
  }

  private static func drawTravellingBar(
    _ card: inout Bitmap, _ unit: Int, _ frame: Int, _ count: Int
  ) {
    let width = max(2, unit / 2)
    let x = card.size.width * (frame % count) / count
    // What leaves on the right comes in on the left.
    for left in [x, x - card.size.width] {
      card.fill(PixelRectangle(x: left, y: 0, width: width, height: card.size.height), white)
    }
  }

  private static func drawDial(_ card: inout Bitmap, _ unit: Int, _ frame: Int, _ count: Int) {
    let center = PixelPoint(x: card.size.width / 2, y: card.size.height / 2)
    let radius = Double(unit) * 3.9
    let angle = Double(frame % count) / Double(count) * 2 * Double.pi
    card.disc(center: center, radius: radius, night)
    card.disc(
      center: center, radius: radius * 0.97, hole: radius * 0.84,
      turn: .upTo(right: sin(angle), down: -cos(angle)), warm)
    card.disc(center: center, radius: radius, hole: radius - Double(max(1, unit / 10)), quiet)
    for hour in 0..<12 {
      let direction = Double(hour) / 12 * 2 * Double.pi
      let place = PixelPoint(
        x: center.x + Int((sin(direction) * radius * 0.76).rounded()),
        y: center.y - Int((cos(direction) * radius * 0.76).rounded()))
      card.disc(center: place, radius: Double(unit) / (hour % 3 == 0 ? 7 : 14), quiet)
    }
    let head = PixelPoint(
      x: center.x + Int((sin(angle) * radius * 0.905).rounded()),
      y: center.y - Int((cos(angle) * radius * 0.905).rounded()))
    card.disc(center: head, radius: radius * 0.11, white)

    let number = String(frame)
    let room = Int(radius * 1.25)
    let scale = max(1, min(room / (number.count * Font.advance), room / 2 / Font.height))
    let text = Bitmap.size(of: number, scale: scale)
    card.draw(
      number, at: PixelPoint(x: center.x - text.width / 2, y: center.y - text.height / 2),
      scale: scale, white)
  }

  private static func drawCaption(_ card: inout Bitmap, _ unit: Int, _ frame: Int, _ count: Int) {
    let scale = max(1, unit * 2 / 3 / Font.height)
    let y = card.size.height - unit * 2 - (unit - Font.height * scale) / 2 - Font.height * scale / 2
    let right = "FRAME \(frame) OF \(count)"
    let width = Bitmap.size(of: right, scale: scale).width
    card.draw("FLIPBOOK \(card.size)", at: PixelPoint(x: 2 * unit, y: y), scale: scale, quiet)
    card.draw(
      right, at: PixelPoint(x: card.size.width - 2 * unit - width, y: y), scale: scale, quiet)
  }

  private static func drawEdges(_ card: inout Bitmap, _ unit: Int) {
    let size = card.size
    // The outermost pixels: where one side of this line is missing, the display cuts.
    for (index, color) in [white, warm].enumerated() {
      let inset = index * unit
      let length = index == 0 ? max(size.width, size.height) : 2 * unit
      for corner in 0..<4 {
        let x = corner & 1 == 0 ? inset : size.width - inset - length
        let y = corner & 2 == 0 ? inset : size.height - inset - length
        let column = corner & 1 == 0 ? inset : size.width - inset - 1
        let row = corner & 2 == 0 ? inset : size.height - inset - 1
        let thick = index == 0 ? 1 : max(1, unit / 8)
        card.fill(
          PixelRectangle(
            x: x, y: corner & 2 == 0 ? row : row - thick + 1, width: length, height: thick), color)
        card.fill(
          PixelRectangle(
            x: corner & 1 == 0 ? column : column - thick + 1, y: y, width: thick, height: length),
          color)
      }
    }
  }
}
