import FlipbookTesting
import KMS
import Linux
import Timing

/// A card that was chosen and opened, and what will be driven on it.
struct ChosenDisplay {
  let device: any KMSDevice
  let choice: OutputChoice
  /// The same device where it is a simulated one.
  let fake: FakeKMSDevice?

  /// Opens the display that a configuration asks for; a simulated card that is given goes first.
  static func open(
    _ configuration: PlayerConfiguration, rate: FrameRate?, simulated: FakeKMSDevice?,
    clock: any LoopClock, broker: (any SeatBroker)?
  ) throws(PlayerError) -> ChosenDisplay {
    let request = OutputRequest(
      output: configuration.output, mode: configuration.mode, format: configuration.format,
      rotation: configuration.rotation, contentRate: rate)
    do {
      if let simulated { return try open(simulated, for: request) }
      switch configuration.display {
      case .drm:
        let selection = try CardScan.openDisplay(
          card: configuration.card, request: request, broker: broker)
        return ChosenDisplay(device: selection.device, choice: selection.choice, fake: nil)
      case .fake(let description):
        var simulated = try FakeDisplayConfiguration.parse(description ?? "1920x1080@60")
        // Its first vblank is that of the first picture: no console's to wait for.
        simulated.consoleIsLit = false
        let fake = FakeKMSDevice(configuration: simulated, clock: clock)
        return try open(fake, for: request)
      }
    } catch let error as DisplayError {
      throw PlayerError(error)
    } catch {
      throw PlayerError(.usage, "\(error)")
    }
  }

  private static func open(_ fake: FakeKMSDevice, for request: OutputRequest)
    throws(DisplayError) -> ChosenDisplay
  {
    let choice = try OutputChoice.choose(
      from: CardSnapshot(of: fake, probing: false), for: request)
    return ChosenDisplay(device: fake, choice: choice, fake: fake)
  }
}
