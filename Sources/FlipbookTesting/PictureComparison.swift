public import Pixels

/// How two pictures differ, pixel by pixel: what golden-picture tests ask.
public struct PictureComparison: Sendable, Hashable, CustomStringConvertible {
  /// The size of the picture that was expected.
  public let expectedSize: PixelSize
  /// The size of the picture that came.
  public let actualSize: PixelSize
  /// How far apart a channel may be.
  public let tolerance: UInt8
  /// Pixels of which a channel is further apart than that; 0 where the sizes differ.
  public let differingPixels: Int
  /// The first of them in reading order.
  public let firstDifference: PixelPoint?
  /// How far the worst channel is apart.
  public let largestDifference: UInt8

  /// Compares two pictures; formats may differ, bits that no format shows do not count.
  ///
  /// - Parameters:
  ///   - actual: what came.
  ///   - expected: what it should be.
  ///   - tolerance: how far apart each channel may be, 0 for not at all.
  public init(
    of actual: borrowing Bitmap, with expected: borrowing Bitmap, tolerance: UInt8 = 0
  ) {
    self.tolerance = tolerance
    expectedSize = expected.size
    actualSize = actual.size
    var count = 0
    var first: PixelPoint?
    var largest: UInt8 = 0
    if actual.size == expected.size {
      Self.forEachPixel(actual, expected) { x, y, came, wanted in
        let distance = came.distance(to: wanted)
        largest = max(largest, distance)
        guard distance > tolerance else { return }
        count += 1
        first = first ?? PixelPoint(x: x, y: y)
      }
    }
    differingPixels = count
    firstDifference = first
    largestDifference = largest
  }

  /// Whether the pictures have one size and no pixel differs by more than the tolerance.
  public var isMatch: Bool { actualSize == expectedSize && differingPixels == 0 }

  /// A sentence.
  public var description: String {
    guard actualSize == expectedSize else {
      return "The picture is \(actualSize), expected was \(expectedSize)."
    }
    guard let firstDifference else {
      return largestDifference == 0
        ? "The pictures are equal."
        : "The pictures are equal but for \(largestDifference) a channel, \(tolerance) is allowed."
    }
    let total = actualSize.width * actualSize.height
    return "\(differingPixels) of \(total.counted("pixel")) differ, the first at "
      + "(\(firstDifference.x), \(firstDifference.y)), by up to \(largestDifference) a channel"
      + (tolerance > 0 ? "; \(tolerance) is allowed." : ".")
  }

  /// A picture of where two differ: the expected one dimmed, with what differs in magenta.
  ///
  /// - Returns: nil where the sizes differ.
  public static func difference(
    of actual: borrowing Bitmap, with expected: borrowing Bitmap, tolerance: UInt8 = 0
  ) -> Bitmap? {
    guard actual.size == expected.size else { return nil }
    var difference = Bitmap(size: expected.size, format: .xrgb8888)
    let stride = difference.strideBytes
    difference.withMutableBytes { bytes in
      forEachPixel(actual, expected) { x, y, came, wanted in
        let distance = came.distance(to: wanted)
        let luma = (Int(wanted.red) * 3 + Int(wanted.green) * 6 + Int(wanted.blue)) / 10
        var word = UInt32(luma / 4) * 0x01_0101
        if distance > tolerance {
          // Even a difference of one must catch the eye.
          let strength = UInt32(128 + Int(distance) / 2)
          word = strength << 16 | strength
        }
        bytes.storeBytes(of: word, toByteOffset: y * stride + x * 4, as: UInt32.self)
      }
    }
    return difference
  }

  private static func forEachPixel(
    _ actual: borrowing Bitmap, _ expected: borrowing Bitmap,
    _ body: (Int, Int, PixelChannels, PixelChannels) -> Void
  ) {
    let size = expected.size
    let (format, other) = (actual.format, expected.format)
    let (stride, otherStride) = (actual.strideBytes, expected.strideBytes)
    actual.withBytes { actual in
      expected.withBytes { expected in
        for y in 0..<size.height {
          for x in 0..<size.width {
            body(
              x, y,
              PixelChannels(
                actual, at: y * stride + x * format.bytesPerPixel, format: format),
              PixelChannels(
                expected, at: y * otherStride + x * other.bytesPerPixel, format: other))
          }
        }
      }
    }
  }
}
