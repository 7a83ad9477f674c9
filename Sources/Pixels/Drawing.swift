extension Bitmap {
  /// Fills a rectangle with a colour; what lies outside the bitmap is cut off.
  public mutating func fill(_ rectangle: PixelRectangle, _ color: Color) {
    gradient(rectangle, from: color, to: color)
  }

  /// Fills a rectangle with colours that pass from one at its top to another at its bottom.
  public mutating func gradient(_ rectangle: PixelRectangle, from top: Color, to bottom: Color) {
    let part = rectangle.intersection(PixelRectangle(origin: .zero, size: size))
    guard !part.isEmpty else { return }
    let last = max(1, rectangle.size.height - 1)
    withWords { words, width in
      for y in part.origin.y..<part.maxY {
        let color = top.mixed(with: bottom, weight: (y - rectangle.origin.y) * 256 / last)
        words[(y * width + part.origin.x)..<(y * width + part.maxX)].update(
          repeating: color.word)
      }
    }
  }

  /// Fills a disc, or with a `hole` a ring; its edges are smooth.
  ///
  /// - Parameters:
  ///   - center: between two pixels: `(2, 2)` is the middle of a bitmap of 4x4.
  ///   - radius: in pixels.
  ///   - hole: the radius of what is left out in the middle; 0 for a disc.
  ///   - turn: how much of it is filled, clockwise from the top; 1 for all.
  ///   - color: of the fill.
  public mutating func disc(
    center: PixelPoint, radius: Double, hole: Double = 0, turn: Sector = .all, _ color: Color
  ) {
    let reach = Int(radius.rounded(.up)) + 1
    let box = PixelRectangle(
      x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
    let part = box.intersection(PixelRectangle(origin: .zero, size: size))
    guard !part.isEmpty else { return }
    withWords { words, width in
      for y in part.origin.y..<part.maxY {
        let down = Double(y - center.y) + 0.5
        for x in part.origin.x..<part.maxX {
          let across = Double(x - center.x) + 0.5
          let square = across * across + down * down
          guard square < (radius + 0.5) * (radius + 0.5), turn.holds(across, down) else { continue }
          let distance = square.squareRoot()
          var share = min(1, radius + 0.5 - distance)
          if hole > 0 { share = min(share, distance - hole + 0.5) }
          guard share > 0 else { continue }
          let weight = Int(share * 256)
          let index = y * width + x
          words[index] =
            weight >= 256
            ? color.word : Color(word: words[index]).mixed(with: color, weight: weight).word
        }
      }
    }
  }

  /// Copies another bitmap of 32 bits a pixel onto this one; what lies outside is cut off.
  public mutating func draw(_ other: borrowing Bitmap, at origin: PixelPoint) {
    precondition(other.format.bytesPerPixel == 4, "only bitmaps of 32 bits are drawn")
    let otherWidth = other.strideBytes / 4
    let part = PixelRectangle(origin: origin, size: other.size).intersection(
      PixelRectangle(origin: .zero, size: size))
    guard !part.isEmpty else { return }
    other.withBytes { bytes in
      let from = bytes.assumingMemoryBound(to: UInt32.self)
      withWords { words, width in
        for y in part.origin.y..<part.maxY {
          let start = (y - origin.y) * otherWidth + part.origin.x - origin.x
          let row = UnsafeBufferPointer(rebasing: from[start..<(start + part.size.width)])
          _ = words[(y * width + part.origin.x)..<(y * width + part.maxX)].update(
            fromContentsOf: row)
        }
      }
    }
  }

  /// Draws a line of text in the built-in font; what lies outside is cut off.
  ///
  /// - Parameters:
  ///   - text: letters appear as capitals, what the font lacks as "?".
  ///   - origin: the top left corner.
  ///   - scale: the side of a dot in pixels, at least 1.
  ///   - color: of the dots.
  public mutating func draw(_ text: String, at origin: PixelPoint, scale: Int, _ color: Color) {
    var x = origin.x
    for character in text {
      let glyph = Font.glyph(character)
      for column in 0..<Font.width {
        for row in 0..<Font.height where glyph >> UInt64((4 - column) * 8 + row) & 1 == 1 {
          fill(
            PixelRectangle(
              x: x + column * scale, y: origin.y + row * scale, width: scale, height: scale),
            color)
        }
      }
      x += Font.advance * scale
    }
  }

  /// The size of a line of text in the built-in font.
  public static func size(of text: String, scale: Int) -> PixelSize {
    PixelSize(
      width: max(0, text.count * Font.advance - 1) * scale, height: Font.height * scale)
  }

  private mutating func withWords(
    _ body: (UnsafeMutableBufferPointer<UInt32>, _ width: Int) -> Void
  ) {
    precondition(format.bytesPerPixel == 4, "only bitmaps of 32 bits are drawn on")
    let width = strideBytes / 4
    withMutableBytes { body($0.assumingMemoryBound(to: UInt32.self), width) }
  }
}

/// A part of a full turn, clockwise from the top.
public struct Sector: Sendable {
  // Sine and cosine of the end; nil for a full turn.
  private let end: (sine: Double, cosine: Double)?

  private init(end: (sine: Double, cosine: Double)?) { self.end = end }

  /// A full turn.
  public static let all = Sector(end: nil)

  /// A part from the top to a direction, given as how far it points to the right and down.
  public static func upTo(right: Double, down: Double) -> Sector {
    Sector(end: (sine: right, cosine: -down))
  }

  /// Whether a direction lies in it.
  @inline(__always) func holds(_ right: Double, _ down: Double) -> Bool {
    guard let end else { return true }
    // Clockwise of the end: the cross product's sign; the halves of the dial are told apart first.
    let beyond = right * end.cosine + down * end.sine > 0
    return end.sine >= 0 ? right >= 0 && !beyond : right >= 0 || !beyond
  }
}

extension Color {
  /// The colour of a word `0xXXRRGGBB`.
  init(word: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: word >> 16), green: UInt8(truncatingIfNeeded: word >> 8),
      blue: UInt8(truncatingIfNeeded: word))
  }

  /// A colour between this and another; 0 gives this one, 256 the other.
  func mixed(with other: Color, weight: Int) -> Color {
    func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (Int(first) * (256 - weight) + Int(second) * weight + 128) >> 8)
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
