extension OutputChoice {
  /// The CRTC that feeds the connector already, or one that can, best one that feeds no other.
  static func chooseCRTC(_ snapshot: CardSnapshot, for connector: Connector)
    throws(DisplayError) -> (UInt32, String)
  {
    guard let chosen = assignCRTCs(snapshot, to: [connector], format: .automatic)[0] else {
      throw DisplayError(
        .refused,
        "No CRTC of \(snapshot.path) (driver \(snapshot.driverName)) can light "
          + "\(connector.name); choose another output with --output.")
    }
    return chosen
  }

  /// A CRTC for each of several outputs, with a reason; nil for one that none is left over for.
  ///
  /// An output keeps the CRTC that lights it already unless another would go without; one that comes
  /// earlier goes before one that comes later.
  static func assignCRTCs(
    _ snapshot: CardSnapshot, to outputs: [Connector], format: FormatRequest
  ) -> [(UInt32, String)?] {
    let crtcs = snapshot.resources.crtcs
    let taken = Set(snapshot.connectors.compactMap { snapshot.crtc(lighting: $0) })
    let costs = outputs.map { connector in
      let possible = snapshot.crtcs(for: connector)
      let lit = snapshot.crtc(lighting: connector)
      return crtcs.map { crtc -> Int? in
        guard possible.contains(crtc) || crtc == lit else { return nil }
        let suits =
          (try? chooseFormat(format, snapshot, crtc: crtc, output: connector.name)) != nil
        return (crtc == lit ? 0 : taken.contains(crtc) ? 100 : 1) + (suits ? 0 : 10_000)
      }
    }
    return zip(outputs, CRTCAssignment(costs: costs).crtcs).map { connector, index in
      index.map { (crtcs[$0], reason(crtcs[$0], for: connector, snapshot, taken)) }
    }
  }

  private static func reason(
    _ crtc: UInt32, for connector: Connector, _ snapshot: CardSnapshot, _ taken: Set<UInt32>
  ) -> String {
    if snapshot.crtc(lighting: connector) == crtc {
      return "CRTC \(crtc) lights \(connector.name) already."
    }
    return taken.contains(crtc)
      ? "CRTC \(crtc) is taken from another output: all that can light \(connector.name) are lit."
      : "CRTC \(crtc) can light \(connector.name) and lights no other output."
  }
}

extension CardSnapshot {
  /// The CRTCs that can feed a connector, through any of its encoders.
  func crtcs(for connector: Connector) -> [UInt32] {
    let masks = encoders.filter { connector.encoders.contains($0.id) }.map(\.possibleCRTCs)
    // A bit stands for a place in the kernel's list, not for an object's number.
    return resources.crtcs.enumerated().filter { index, _ in
      index < 32 && masks.contains { $0 & (1 << UInt32(index)) != 0 }
    }.map(\.element)
  }
}
