import KMS
import Linux

/// What is done to a card's cables. Each is told as the kernel tells it: that something changed on
/// the card, twice or more where `FakeFaults.hotplugRepeats` says so.
extension FakeCard {
  /// Plugs a display in, or turns it on.
  ///
  /// - Parameters:
  ///   - output: the connector's name, "HDMI-A-1".
  ///   - modes: what it offers, none for a display that does not tell; nil for the display that was
  ///     there before.
  public func connect(_ output: String, modes: [FakeMode]? = nil) {
    change(output) { connector in
      connector.output.status = .connected
      if let modes { connector.output.modes = modes }
      // As a master does that hears of it; others are told what it read.
      if let other, master.holder === other { connector.probe() }
    }
    // Nobody else sets modes: the kernel lights its console on what has come.
    if !isGone, master.holder == nil, crtcs.allSatisfy({ !$0.isActive }) { showConsoleIfAny() }
  }

  /// Pulls a display out, or turns it off; what feeds it goes on as if it were there.
  public func disconnect(_ output: String) {
    change(output) { $0.output.status = .disconnected }
  }

  /// Has a display lose what it is sent, until a mode is set on it.
  public func breakLink(_ output: String) {
    change(output, .brokenLink) { connector in
      if crtcs.contains(where: { $0.isActive && $0.connectors.contains(connector.id) }) {
        connector.linkIsBad = true
      }
    }
  }

  /// Adds a connector, as a dock does; its encoder comes with it.
  public func addOutput(_ output: FakeOutput) {
    settle()
    guard !isGone, connector(named: output.name) == nil else { return }
    let encoder = newNumber()
    connectors.append(FakeConnector(id: newNumber(), encoder: encoder, output: output))
    tell()
  }

  /// Takes a connector away; a CRTC that feeds it runs on until it is turned off.
  public func removeOutput(_ output: String) {
    change(output) { connector in
      connector.output.status = .disconnected
      connector.isPresent = false
    }
  }

  /// The framebuffer that somebody in front of a display sees; nil where it is dark.
  ///
  /// A display is dark that is not plugged in, gets nothing, or has lost its link.
  public func framebufferSeen(on output: String) -> UInt32? {
    settle()
    guard let connector = connector(named: output), connector.output.status != .disconnected,
      !connector.linkIsBad, !isGone
    else { return nil }
    return crtcs.first { $0.isActive && $0.connectors.contains(connector.id) }?.scanned?.id
  }

  private func change(
    _ output: String, _ incident: FakeIncident.Kind = .cable, _ body: (FakeConnector) -> Void
  ) {
    settle()
    guard !isGone, let connector = connector(named: output) else { return }
    body(connector)
    note(incident, on: connector)
    tell()
  }

  private func tell() {
    let change = DeviceChange.changed(node: path, connector: nil, property: nil)
    for turn in 0..<max(1, faults.hotplugRepeats) {
      world.tell(change, later: Int64(turn) * faults.hotplugSpacing)
    }
  }

  // MARK: - The card itself

  /// Pulls the card out: what is pending is done, then nothing is any more.
  ///
  /// As the kernel does it, with connectors told to be gone before their card.
  func pullOut() {
    settle()
    guard !isGone else { return }
    for _ in connectors { world.tell(.changed(node: path, connector: nil, property: nil)) }
    for crtc in crtcs {
      if crtc.pending != nil { finishPending(of: crtc) }
      if crtc.isActive { goDark(crtc) }
    }
    isGone = true
    note(.removal)
    world.tell(.removed(node: path))
  }
}
