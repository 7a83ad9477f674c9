import Layers
import Pixels

/// The colours that pictures in text are made of: one letter a pixel.
enum Ink {
  static let letters: [Character: UInt32] = [
    ".": 0x00_0000, "R": 0xff_0000, "G": 0x00_ff00, "B": 0x00_00ff, "W": 0xff_ffff, "Y": 0xff_ff00,
    "C": 0x00_ffff, "M": 0xff_00ff,
  ]

  static func color(_ letter: Character) -> Color {
    let word = letters[letter] ?? 0
    return Color(
      red: UInt8(word >> 16 & 0xff), green: UInt8(word >> 8 & 0xff), blue: UInt8(word & 0xff))
  }

  static func letter(_ word: UInt32) -> Character {
    letters.first { $0.value == word & 0xff_ffff }?.key ?? "?"
  }
}

extension Picture {
  /// A picture of text; in `argb8888` spaces are transparent.
  convenience init(_ text: String, format: PixelFormat = .xrgb8888) {
    let rows = text.split(separator: "\n").map(Array.init)
    var bitmap = Bitmap(
      size: PixelSize(width: rows[0].count, height: rows.count), format: format)
    bitmap.withMutableBytes { bytes in
      let words = bytes.assumingMemoryBound(to: UInt32.self)
      for (index, letter) in rows.joined().enumerated() {
        words[index] = letter == " " ? 0 : 0xff00_0000 | (Ink.letters[letter] ?? 0)
      }
    }
    self.init(bitmap)
  }
}

/// Pixels read from a bitmap, without the bits that no screen shows.
struct Pixmap: Equatable {
  var size: PixelSize
  var words: [UInt32]

  init(_ bitmap: borrowing Bitmap) {
    size = bitmap.size
    var words = bitmap.withBytes { Array($0.assumingMemoryBound(to: UInt32.self)) }
    for index in words.indices where words[index] > 0xff_ffff { words[index] &= 0xff_ffff }
    self.words = words
  }

  /// What a screen shows of a direct frame.
  init(_ picture: FittedPicture, on background: Color, screen: PixelSize) {
    var bitmap = Bitmap(size: screen, format: .xrgb8888)
    bitmap.fill(PixelRectangle(origin: .zero, size: screen), background)
    bitmap.draw(picture.picture.bitmap, at: picture.origin)
    self.init(bitmap)
  }

  /// A part of it.
  func cut(_ part: PixelRectangle) -> Pixmap {
    var result = self
    result.size = part.size
    result.words = (0..<part.size.height).flatMap { y in
      (0..<part.size.width).map { x in self[part.origin.x + x, part.origin.y + y] }
    }
    return result
  }

  /// The largest difference of any channel.
  func difference(from other: Pixmap) -> Int {
    guard size == other.size else { return 256 }
    return zip(words, other.words).map { mine, theirs in
      [0, 8, 16].map { abs(Int(mine >> $0 & 0xFF) - Int(theirs >> $0 & 0xFF)) }.max() ?? 0
    }.max() ?? 0
  }

  subscript(x: Int, y: Int) -> UInt32 { words[y * size.width + x] }

  /// One letter a pixel, and "?" for mixtures.
  var text: String {
    (0..<size.height).map { y in
      String((0..<size.width).map { Ink.letter(self[$0, y]) })
    }.joined(separator: "\n")
  }
}

extension Compositor {
  /// Draws, and reads the canvas; nil where the picture went without it.
  func shot(at time: Int64 = 0) -> Pixmap? {
    _ = draw(at: time)
    return withCanvas { Pixmap($0) }
  }
}

extension Scene {
  /// A scene whose clock stands still.
  convenience init(width: Int, height: Int) {
    self.init(size: PixelSize(width: width, height: height)) { 0 }
  }

  /// What it looks like, drawn from nothing.
  func text(at time: Int64 = 0) -> String? {
    Compositor(scene: self, allowsDirect: false).shot(at: time)?.text
  }
}

extension Layer {
  /// A layer of one colour.
  convenience init(
    _ letter: Character, x: Double, y: Double, width: Double, height: Double
  ) {
    self.init(frame: Rectangle(x: x, y: y, width: width, height: height))
    content = .color(Ink.color(letter))
  }

  /// A layer with a picture of text, in its own size unless another is given.
  convenience init(
    picture text: String, format: PixelFormat = .xrgb8888, x: Double, y: Double,
    width: Double? = nil, height: Double? = nil
  ) {
    let picture = Picture(text, format: format)
    let size = picture.bitmap.size
    self.init(
      frame: Rectangle(
        x: x, y: y, width: width ?? Double(size.width), height: height ?? Double(size.height)))
    content = .picture(picture)
  }
}
