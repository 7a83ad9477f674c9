import FlipbookTesting
import KMS
import Linux
import Timing

/// A card that was chosen and opened, and what will be driven on it.
struct ChosenDisplay {
  let device: any KMSDevice
  let choice: OutputChoice

  /// The same device where it is a simulated one.
  var fake: FakeKMSDevice? {
    ((device as? SharedCardDevice)?.card.device ?? device) as? FakeKMSDevice
  }

  /// Becomes its master and makes its first buffer.
  func makeScreen(
    _ configuration: PlayerConfiguration, time: any LoopClock, following earlier: Screen? = nil
  ) throws(DisplayError) -> Screen {
    let screen = try Screen(
      device: device, choice: choice, format: choice.format,
      background: configuration.background, interface: configuration.kms, time: time,
      following: earlier, defersBuffers: true)
    screen.lookInterval = configuration.checkInterval
    return screen
  }

  /// Tells what may not be as the user expects, and what was chosen for the content's rate.
  func tell(_ configuration: PlayerConfiguration, _ log: (String) -> Void) {
    for warning in choice.warnings { log(warning) }
    // What the display itself prefers needs no word.
    let isUsual = choice.mode.isPreferred || choice.mode.isUserDefined
    let wasChosen = configuration.mode == .automaticRate || (configuration.mode == nil && !isUsual)
    if wasChosen, let reason = choice.modeReason { log(reason) }
    if configuration.format == .automatic, let reason = choice.formatReason { log(reason) }
  }
}

extension PlayerConfiguration {
  /// What it asks of an output.
  ///
  /// - Parameter rate: how fast the content changes; nil for every vblank.
  func outputRequest(rate: FrameRate?) -> OutputRequest {
    var request = OutputRequest(
      mode: mode, format: format, rotation: rotation, contentRate: rate)
    request.outputs = outputs
    return request
  }
}
