import FlipbookTesting
import KMS
import Linux
import Pixels

/// A simulated card with a screen on it, and a clock that tests move.
final class Stage {
  let clock: VirtualClock
  let device: FakeKMSDevice
  let screen: Screen

  convenience init(
    _ configuration: FakeDisplayConfiguration, _ interface: KMSInterface,
    request: OutputRequest = OutputRequest(), background: Color = .black
  ) throws {
    let clock = VirtualClock()
    let device = FakeKMSDevice(configuration: configuration, clock: clock)
    try self.init(on: device, clock, interface, request: request, background: background)
  }

  /// A screen on a card that something has happened to before.
  init(
    on device: FakeKMSDevice, _ clock: VirtualClock, _ interface: KMSInterface,
    request: OutputRequest = OutputRequest(), background: Color = .black
  ) throws {
    self.clock = clock
    self.device = device
    device.checksBuffers = true
    let snapshot = try CardSnapshot(of: device, probing: true)
    let choice = try OutputChoice.choose(from: snapshot, for: request)
    screen = try Screen(
      device: device, choice: choice, format: choice.format, background: background,
      interface: interface, time: clock)
  }

  var now: Int64 { clock.now }

  /// A picture as large as the screen, every byte the same.
  func picture(_ value: UInt8, size: PixelSize? = nil, origin: PixelPoint = .zero)
    -> FittedPicture
  {
    var bitmap = Bitmap(size: size ?? screen.size, format: screen.format)
    bitmap.withMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: value) }
    return FittedPicture(picture: Picture(bitmap), origin: origin)
  }

  /// Moves on to the device's next event and takes it.
  func nextEvents() -> [Presentation] {
    guard let time = screen.nextEventTime else { return [] }
    clock.advance(to: time)
    return screen.handleEvents(now: clock.now)
  }

  /// Prepares and shows a picture.
  func show(_ value: UInt8) -> Screen.Outcome {
    _ = screen.prepare(picture(value))
    return screen.show(now: now)
  }
}

extension [KMSInterface] {
  /// The two ways, which have to come to the same.
  static var both: [KMSInterface] { [.atomic, .legacy] }
}
