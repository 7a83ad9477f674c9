import KMS

/// A socket of a simulated card, with what is plugged in at the moment.
final class FakeConnector {
  let id: UInt32
  let encoder: UInt32
  /// What is really there.
  var output: FakeOutput
  /// The modes that the kernel last read from the display.
  var readModes: [FakeMode]
  /// Whether it is still there; one of a dock may go while it is lit.
  var isPresent = true
  /// What its property `link-status` says: whether the display still gets what is sent.
  var linkIsBad = false
  /// Its property `DPMS`, which atomic commits pass over.
  var power: UInt64 = 0

  init(id: UInt32, encoder: UInt32, output: FakeOutput) {
    self.id = id
    self.encoder = encoder
    self.output = output
    readModes = output.status == .disconnected ? [] : output.modes
  }

  /// Asks the display itself.
  func probe() { readModes = output.status == .disconnected ? [] : output.modes }
}
