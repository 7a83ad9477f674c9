import Linux

/// Outputs and CRTCs that ours was bound up with before: named in a commit while they still are, and
/// never once they are another screen's.
struct NeighbouringOutputs {
  private let device: any KMSDevice
  private let connector: UInt32
  private let crtc: UInt32
  /// Connectors that showed the same picture as ours.
  private let others: [UInt32]

  init(device: any KMSDevice, choice: OutputChoice) {
    self.device = device
    connector = choice.connector.id
    crtc = choice.crtc
    others = choice.savedConnectors.filter { $0 != choice.connector.id }
  }

  /// What takes our CRTC's picture from other displays, whose modes are not ours, and turns off a
  /// CRTC that would be left without a display.
  func leaving() throws(Errno) -> [PropertyChange] {
    var changes: [PropertyChange] = []
    for other in others {
      let property = try feeding(other)
      guard property.value == UInt64(crtc) else { continue }
      changes.append(PropertyChange(object: other, property: property.id, value: 0))
    }
    let old = try feeding(connector).value
    guard old != 0, old != UInt64(crtc), let before = UInt32(exactly: old) else { return changes }
    for other in try device.resources().connectors where other != connector {
      guard try feeding(other).value != old else { return changes }
    }
    return changes + (try turningOff(before))
  }

  /// What gives our CRTC's picture back to the displays that showed it before and show nothing now.
  func returning() throws(Errno) -> [PropertyChange] {
    var changes: [PropertyChange] = []
    for other in others {
      let property = try feeding(other)
      guard property.value == 0 else { continue }
      changes.append(PropertyChange(object: other, property: property.id, value: UInt64(crtc)))
    }
    return changes
  }

  private func feeding(_ connector: UInt32) throws(Errno) -> KMSProperty {
    guard let property = try device.properties(of: connector, kind: .connector)["CRTC_ID"] else {
      throw .notFound
    }
    return property
  }

  private func turningOff(_ crtc: UInt32) throws(Errno) -> [PropertyChange] {
    var changes: [PropertyChange] = []
    func add(
      _ names: [String], of object: UInt32, _ kind: KMSObjectKind
    ) throws(Errno) {
      let properties = try device.properties(of: object, kind: kind)
      for name in names {
        guard let property = properties[name] else { throw .notFound }
        changes.append(PropertyChange(object: object, property: property.id, value: 0))
      }
    }
    try add(["ACTIVE", "MODE_ID"], of: crtc, .crtc)
    for plane in try device.planes() where try device.plane(plane).crtc == crtc {
      try add(["FB_ID", "CRTC_ID"], of: plane, .plane)
    }
    return changes
  }
}

extension KMSDevice {
  /// Whether a connector shows nothing, or the picture of a CRTC: whoever has that may take it.
  func isFree(_ connector: UInt32, for crtc: UInt32) throws(Errno) -> Bool {
    let encoder = try self.connector(connector, probing: false).currentEncoder
    guard encoder != 0 else { return true }
    let feeding = try self.encoder(encoder).currentCRTC
    return feeding == 0 || feeding == crtc
  }
}
