import Flipbook
import FlipbookTesting
import Layers
import Pixels
import Timing

/// A stage on a small simulated display in virtual time, and what was to be seen at its places.
final class StageRig {
  /// A picture that was scanned out, from the first of the stage on.
  struct Seen: Hashable {
    /// Vblanks since the first picture.
    var vblank: Int
    /// Nanoseconds since the first picture.
    var time: Int64
    /// The colours at the places, in their order.
    var colors: [Color]
  }

  let device: FakeKMSDevice
  let stage: Stage
  private(set) var seen: [Seen] = []
  /// What was told to a person.
  var log: [String] { lines.all }
  private let lines = Lines()
  private var first: (vblank: UInt64, time: Int64)?

  private final class Lines {
    var all: [String] = []
  }

  /// Makes the stage.
  ///
  /// - Parameters:
  ///   - card: the display; nil for one of 32x18 at 60 Hz.
  ///   - seconds: when the run ends if nobody ends it before.
  ///   - places: where colours are looked at.
  init(
    _ card: FakeDisplayConfiguration? = nil, seconds: Double = 5,
    at places: [PixelPoint] = [PixelPoint(x: 16, y: 9)],
    _ change: (inout PlayerConfiguration) -> Void = { _ in }
  ) throws {
    var card = card ?? FakeDisplayConfiguration(size: PixelSize(width: 32, height: 18))
    card.consoleIsLit = false
    var configuration = PlayerConfiguration()
    configuration.timeLimit = Int64(seconds * 1e9)
    change(&configuration)
    device = FakeKMSDevice(configuration: card, clock: VirtualClock())
    device.checksBuffers = true
    stage = try Stage(configuration: configuration, device: device) { [lines] in
      lines.all.append($0)
    }
    device.onScanOut = { [unowned self] picture in
      guard !picture.isConsole else { return }
      let first = self.first ?? (picture.vblank, picture.time)
      self.first = first
      seen.append(
        Seen(
          vblank: Int(picture.vblank - first.vblank), time: picture.time - first.time,
          colors: places.map { picture.color(at: $0) }))
    }
  }

  /// The colours at the first place, picture by picture.
  var colors: [Color] { seen.compactMap(\.colors.first) }

  /// What a frame of a drawn animator is filled with.
  static func color(_ frame: Int) -> Color {
    Color(red: UInt8(frame * 20 % 246 + 10), green: 100, blue: 0)
  }

  /// An animator of frames that the test draws, each of one colour.
  func animator(
    _ count: Int, seconds: Double? = nil, size: PixelSize = PixelSize(width: 4, height: 4)
  ) -> FrameAnimator {
    let animator = FrameAnimator(count: count, size: size, on: stage) { frame, bitmap in
      bitmap.fill(PixelRectangle(origin: .zero, size: bitmap.size), Self.color(frame))
    }
    if let seconds { animator.duration = .nanoseconds(Int64((seconds * 1e9).rounded())) }
    return animator
  }
}
