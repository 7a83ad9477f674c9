import FlipbookTesting
import KMS
import Pixels

/// A screen, its canvas, and the bytes that the display showed last.
final class Easel {
  static let size = PixelSize(width: 80, height: 60)

  let stage: Stage
  var canvas: Bitmap
  var shown: [UInt8] = []

  init(
    _ interface: KMSInterface, _ request: OutputRequest = OutputRequest(),
    faults: FakeFaults = FakeFaults()
  ) throws {
    var configuration = FakeDisplayConfiguration(size: Self.size)
    configuration.faults = faults
    stage = try Stage(configuration, interface, request: request)
    canvas = Bitmap(size: Self.size, format: .xrgb8888)
    canvas.fill(PixelRectangle(origin: .zero, size: Self.size), .black)
    stage.device.onScanOut = { [weak self] picture in
      self?.shown = picture.withPixels { Array($0) }
    }
  }

  /// Paints on the canvas.
  func change(_ part: PixelRectangle, _ color: Color) { canvas.fill(part, color) }

  /// The bytes that the canvas is on a screen.
  var expected: [UInt8] {
    stage.screen.format == .rgb565
      ? canvas.dithered(at: .zero).withBytes { Array($0) } : canvas.withBytes { Array($0) }
  }

  func prepare(_ changed: PixelRectangle) -> Bool {
    stage.screen.prepare(canvas: canvas, changed: PixelRegion(changed))
  }

  /// Shows what is prepared, and waits until it is on screen.
  func show() {
    _ = stage.screen.show(now: stage.now)
    while stage.screen.isFlipPending { _ = stage.nextEvents() }
  }
}

extension Color {
  /// The colour of a word `0xRRGGBB`.
  init(word: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: word >> 16), green: UInt8(truncatingIfNeeded: word >> 8),
      blue: UInt8(truncatingIfNeeded: word))
  }
}

/// The first place where two pictures differ; nil for none.
///
/// So a failed test need not print all bytes.
func firstDifference(_ first: [UInt8], _ second: [UInt8]) -> Int? {
  guard first != second else { return nil }
  return zip(first, second).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    ?? min(first.count, second.count)
}
