import FlipbookTesting
import KMS
import Linux

/// Where the cards of a run come from.
enum RunCards {
  /// The cards that a configuration asks for, or those given instead.
  ///
  /// - Parameter broker: who opens real ones; nil for this program.
  /// - Throws: a sentence where the description of a simulated display is none.
  static func make(
    _ configuration: PlayerConfiguration, instead given: (any DisplayCards)?,
    clock: any LoopClock, broker: (any SeatBroker)?
  ) throws(PlayerError) -> any DisplayCards {
    if let given { return given }
    switch configuration.display {
    case .drm: return SystemCards(broker: broker)
    case .fake(let description):
      do {
        var simulated = try FakeDisplayConfiguration.parse(description ?? "1920x1080@60")
        // Its first vblank is that of the first picture: no console's to wait for.
        simulated.consoleIsLit = false
        return SingleCard(FakeKMSDevice(configuration: simulated, clock: clock))
      } catch {
        throw PlayerError(.usage, "\(error)")
      }
    }
  }
}
