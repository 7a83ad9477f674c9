extension OutputChoice {
  /// The connector asked for, or the first connected one, or the first that may be.
  static func chooseConnector(_ snapshot: CardSnapshot, _ request: OutputRequest)
    throws(DisplayError) -> (Connector, String)
  {
    if let name = request.output {
      let found = snapshot.connectors.first { $0.name.lowercased() == name.lowercased() }
      guard let found else { throw unknownOutput(name, snapshot) }
      guard !found.modes.isEmpty else {
        throw DisplayError(
          .noOutput,
          "\(found.name) on \(snapshot.path) is \(found.status.word) and offers no mode; plug a "
            + "display in and switch it on. \(list(snapshot))")
      }
      return (found, "Output \(found.name) was asked for.")
    }
    let usable = snapshot.connectors.filter { $0.isDesktop && !$0.modes.isEmpty }
    let connected = usable.filter { $0.status == .connected }
    if let first = connected.first {
      let why = connected.count == 1 ? "is the only one connected" : "is the first connected one"
      return (first, "Output \(first.name) \(why).")
    }
    if let first = usable.first(where: { $0.status == .unknown }) {
      return (first, "Output \(first.name) may be connected, and no other one is.")
    }
    throw DisplayError(
      .noOutput,
      "No display is connected to \(snapshot.path) (driver \(snapshot.driverName)). "
        + "\(list(snapshot)) Plug one in and switch it on, choose another card with --card, "
        + "or play on the simulated display with --display fake.")
  }

  private static func unknownOutput(_ name: String, _ snapshot: CardSnapshot) -> DisplayError {
    let near = Spelling.nearest(to: name, in: snapshot.connectors.map(\.name))
    let hint = near.map { "Did you mean \($0)? " } ?? ""
    return DisplayError(
      .unknownOutput,
      "\(snapshot.path) has no output \"\(name)\". \(hint)\(list(snapshot))")
  }

  private static func list(_ snapshot: CardSnapshot) -> String {
    let all = snapshot.connectors.map { connector in
      let kind = connector.isDesktop ? "" : ", not a desktop display"
      return "\(connector.name) (\(connector.status.word)\(kind))"
    }
    return all.isEmpty ? "It has no outputs." : "Its outputs: \(all.joined(separator: ", "))."
  }
}

extension ConnectorStatus {
  /// "connected", "disconnected" or "unknown".
  public var word: String {
    switch self {
    case .connected: "connected"
    case .disconnected: "disconnected"
    case .unknown: "unknown"
    }
  }
}
