import FlipbookTesting
import KMS
import Linux
import Pixels

/// Two screens or more on one simulated card, which they share.
final class Wall {
  let clock = VirtualClock()
  let device: FakeKMSDevice
  let card: SharedCard
  private(set) var screens: [Screen] = []

  /// A small display of its own size and rate for each CRTC that is to be had.
  static func configuration(
    _ profile: FakeProfile = .vblank, possible: [UInt32] = [.max, .max]
  ) -> FakeDisplayConfiguration {
    FakeDisplayConfiguration(
      outputs: possible.enumerated().map { index, mask in
        FakeOutput(
          name: "HDMI-A-\(index + 1)",
          modes: [
            FakeMode(
              PixelSize(width: 16 + 4 * index, height: 8),
              refresh: FakeRefreshRate(60 - 10 * index),
              isPreferred: true)
          ], possibleCRTCs: mask)
      }, profile: profile)
  }

  init(
    _ configuration: FakeDisplayConfiguration, _ interface: KMSInterface,
    prepare: (FakeKMSDevice) throws -> Void = { _ in }
  ) throws {
    device = FakeKMSDevice(configuration: configuration, clock: clock)
    device.checksBuffers = true
    try prepare(device)
    card = SharedCard(device)
    var request = OutputRequest()
    request.outputs = .allConnected
    let choices = OutputChoice.chooseAll(
      from: try CardSnapshot(of: device, probing: true), for: request)
    for output in choices.outputs {
      screens.append(
        try Screen(
          device: card.device(for: output.choice.crtc), choice: output.choice,
          format: output.choice.format, background: .black, interface: interface, time: clock))
    }
  }

  var now: Int64 { clock.now }

  /// Prepares and shows a picture, every byte the same.
  func show(_ value: UInt8, on screen: Screen) -> Screen.Outcome {
    var bitmap = Bitmap(size: screen.size, format: screen.format)
    bitmap.withMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: value) }
    _ = screen.prepare(FittedPicture(picture: Picture(bitmap), origin: .zero))
    return screen.show(now: now)
  }

  /// Lights all screens; false if one does not.
  func light() -> Bool {
    screens.allSatisfy {
      if case .shown = show(1, on: $0) { true } else { false }
    }
  }
}
