import KMS
import Linux

/// Looks whether a display that is played on is still what it was.
enum DisplayInspection {
  /// Asks the card anew, which may take long, and compares.
  ///
  /// - Parameters:
  ///   - display: what is played on.
  ///   - request: what the user wants of the output.
  ///   - wasUnplugged: whether nothing was plugged in at the last look.
  ///   - isElsewhere: whether another card has a display; asked only where it matters.
  static func inspect(
    _ display: ChosenDisplay, request: OutputRequest, wasUnplugged: Bool,
    isElsewhere: () -> Bool
  ) -> DisplayLife.Finding {
    let snapshot: CardSnapshot
    do throws(DisplayError) {
      snapshot = try CardSnapshot(of: display.device, probing: true)
    } catch {
      // One that does not answer at present is asked with the next picture.
      return error.code == .lost ? .gone(error) : .same
    }
    let before = display.choice.connector
    let present = snapshot.connectors.first { $0.id == before.id }
    if present == nil,
      snapshot.connectors.contains(where: {
        $0.name == before.name && isPlugged($0, before: before)
      })
    {
      // What was taken away with its connector, as a dock's displays are, came back with another.
      return .other
    }
    guard let present, isPlugged(present, before: display.choice.connector) else {
      let mayMove = request.output == nil
      return mayMove && (snapshot.hasConnectedOutput || isElsewhere()) ? .other : .unplugged
    }
    if !wasUnplugged, present.modes.contains(where: { $0.hasSameTiming(as: display.choice.mode) }) {
      return present.isLinkBad ? .reconnected : .same
    }
    var pinned = request
    pinned.output = present.name
    var choice = try? OutputChoice.choose(from: snapshot, for: pinned)
    if choice == nil {
      pinned.mode = nil
      choice = try? OutputChoice.choose(from: snapshot, for: pinned)
    }
    guard let choice else { return .unplugged }
    let isAsBefore =
      choice.crtc == display.choice.crtc && choice.orientation == display.choice.orientation
      && choice.mode.hasSameTiming(as: display.choice.mode)
    guard isAsBefore else { return .other }
    return wasUnplugged || present.isLinkBad ? .reconnected : .same
  }

  /// Whether a display is there as far as anybody knows: some connectors cannot tell.
  private static func isPlugged(_ connector: Connector, before: Connector) -> Bool {
    switch connector.status {
    case .connected: !connector.modes.isEmpty
    case .disconnected: false
    default: before.status != .connected && !connector.modes.isEmpty
    }
  }
}
