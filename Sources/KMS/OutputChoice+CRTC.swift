extension OutputChoice {
  /// The CRTC that feeds the connector already, or one that can, best one that feeds no other.
  static func chooseCRTC(_ snapshot: CardSnapshot, for connector: Connector)
    throws(DisplayError) -> (UInt32, String)
  {
    if let lit = snapshot.crtc(lighting: connector) {
      return (lit, "CRTC \(lit) lights \(connector.name) already.")
    }
    // A bit stands for a place in the kernel's list, not for an object's number.
    let masks = snapshot.encoders.filter { connector.encoders.contains($0.id) }
      .map(\.possibleCRTCs)
    let possible = snapshot.resources.crtcs.enumerated().filter { index, _ in
      index < 32 && masks.contains { $0 & (1 << UInt32(index)) != 0 }
    }.map(\.element)
    let taken = snapshot.connectors.compactMap { snapshot.crtc(lighting: $0) }
    if let free = possible.first(where: { !taken.contains($0) }) {
      return (free, "CRTC \(free) can light \(connector.name) and lights no other output.")
    }
    if let first = possible.first {
      return (first, "CRTC \(first) is taken from another output: all that can light it are lit.")
    }
    throw DisplayError(
      .refused,
      "No CRTC of \(snapshot.path) (driver \(snapshot.driverName)) can light \(connector.name); "
        + "choose another output with --output.")
  }
}
