public import FlipbookTesting
public import KMS
public import Linux
public import Pixels

/// A simulated card for the conformance checks, on a virtual clock: no check takes time.
public final class FakeConformanceCard: ConformanceCard {
  /// The kind of driver.
  public let profile: FakeProfile
  /// The kernel that it stands for.
  public let kernel: KernelVersion
  private let clock = VirtualClock()
  private let machine: FakeMachine
  private let configuration: FakeDisplayConfiguration
  private let path = "/dev/dri/card0"

  /// Makes a card with one display.
  public init(
    _ profile: FakeProfile, kernel: KernelVersion = KernelVersion(6, 12),
    size: PixelSize = PixelSize(width: 320, height: 180)
  ) {
    self.profile = profile
    self.kernel = kernel
    machine = FakeMachine(clock: clock)
    var configuration = FakeDisplayConfiguration(size: size, profile: profile)
    configuration.kernel = kernel
    self.configuration = configuration
    machine.plugIn(configuration)
  }

  /// Opens it anew.
  public func open() throws(Errno) -> any ConformanceDevice {
    if machine.card(path) == nil { machine.plugIn(configuration) }
    return try machine.file(of: path)
  }

  /// Moves the clock on.
  public func wait(_ nanoseconds: Int64) { clock.advance(by: nanoseconds) }

  /// Makes the calls: no time passes by itself.
  public func withoutPause(_ calls: () throws -> String) throws -> String { try calls() }

  /// Moves the clock on to the next event, a second at most.
  public func nextEvents(of device: any ConformanceDevice) throws(Errno) -> [FlipEvent] {
    let limit = clock.now + 1_000_000_000
    clock.advance(to: min(device.nextEventTime ?? limit, limit))
    return try device.readEvents()
  }

  /// Has the console take the screen.
  public func showConsole() { machine.card(path)?.showConsole() }

  /// Whether the drivers of this kind that are asked can: vkms belongs to no device.
  public var canBePulledOut: Bool { profile != .vblank }

  /// Pulls it out.
  public func pullOut() { machine.remove(path) }

  /// The clock's time.
  public var now: Int64 { clock.now }
}
