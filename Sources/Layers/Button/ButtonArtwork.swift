import Glibc
import Pixels

/// Draws the look of a button that was given none: a plate with the sign for playing or pausing.
struct ButtonArtwork {
  private struct Look: Hashable {
    var isOn: Bool
    var isPressed: Bool
  }

  private var size = PixelSize(width: 0, height: 0)
  private var drawn: [Look: Picture] = [:]

  /// Larger plates are drawn of this size and scaled: nothing is lost but memory.
  private static let longestSide = 512.0

  /// The picture for bounds of a size, kept until they are of another; nil where they are empty.
  mutating func picture(of bounds: Size, isOn: Bool, isPressed: Bool) -> Picture? {
    let longest = max(bounds.width, bounds.height)
    guard bounds.width > 0, bounds.height > 0, longest.isFinite else { return nil }
    let scale = min(1, Self.longestSide / longest)
    let size = PixelSize(
      width: max(1, Int((bounds.width * scale).rounded())),
      height: max(1, Int((bounds.height * scale).rounded())))
    if size != self.size {
      self.size = size
      drawn = [:]
    }
    let look = Look(isOn: isOn, isPressed: isPressed)
    if let picture = drawn[look] { return picture }
    let picture = Picture(Self.draw(size, look))
    drawn[look] = picture
    return picture
  }

  private static func draw(_ size: PixelSize, _ look: Look) -> Bitmap {
    var bitmap = Bitmap(size: size, format: .argb8888)
    let (width, height) = (Double(size.width), Double(size.height))
    let unit = min(width, height)
    let shade: Double = look.isPressed ? 96 : 40
    bitmap.withMutableBytes { bytes in
      let words = bytes.assumingMemoryBound(to: UInt32.self)
      for row in 0..<size.height {
        for column in 0..<size.width {
          // From the middle.
          let x = Double(column) + 0.5 - width / 2
          let y = Double(row) + 0.5 - height / 2
          let plate = 0.85 * coverage(plateDistance(x, y, width / 2, height / 2, unit * 0.22))
          let sign = coverage(
            look.isOn ? pauseDistance(x, y, unit) : playDistance(x, y, unit))
          // The sign is white and lies over the plate.
          words[row * size.width + column] = word(
            alpha: sign + plate * (1 - sign), gray: 255 * sign + shade * plate * (1 - sign))
        }
      }
    }
    return bitmap
  }

  /// A premultiplied pixel of three equal channels.
  private static func word(alpha: Double, gray: Double) -> UInt32 {
    let alpha = UInt32((alpha * 255).rounded())
    return alpha << 24 | min(alpha, UInt32(gray.rounded())) * 0x01_0101
  }

  /// How much of a pixel lies inside an edge at a distance, which is negative inside.
  private static func coverage(_ distance: Double) -> Double { max(0, min(1, 0.5 - distance)) }

  private static func plateDistance(
    _ x: Double, _ y: Double, _ halfWidth: Double, _ halfHeight: Double, _ radius: Double
  ) -> Double {
    let across = abs(x) - halfWidth + radius
    let down = abs(y) - halfHeight + radius
    return hypot(max(0, across), max(0, down)) + min(0, max(across, down)) - radius
  }

  /// A triangle that points to the right.
  private static func playDistance(_ x: Double, _ y: Double, _ unit: Double) -> Double {
    let (left, right, half) = (-0.16 * unit, 0.26 * unit, 0.24 * unit)
    let slope = hypot(half, right - left)
    return max(left - x, (abs(y) * (right - left) + (x - right) * half) / slope)
  }

  /// Two bars.
  private static func pauseDistance(_ x: Double, _ y: Double, _ unit: Double) -> Double {
    max(abs(abs(x) - 0.13 * unit) - 0.07 * unit, abs(y) - 0.23 * unit)
  }
}
