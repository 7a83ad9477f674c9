public import KMS
public import Linux
import Pixels

extension FakeKMSDevice {
  /// The numbers of connectors, CRTCs and encoders.
  public func resources() throws(Errno) -> KMSResources {
    try enter()
    let present = card.connectors.filter(\.isPresent)
    return KMSResources(
      connectors: present.map(\.id), crtcs: card.crtcs.map(\.id), encoders: present.map(\.encoder),
      maxWidth: UInt32(configuration.maximumSize.width),
      maxHeight: UInt32(configuration.maximumSize.height))
  }

  /// A connector, without modes while nothing is plugged in; ENOENT for a number that is none.
  ///
  /// Only a master's probing reads modes anew: others are told what was read last.
  public func connector(_ id: UInt32, probing: Bool) throws(Errno) -> Connector {
    try enter()
    guard let found = card.connector(id) else { throw .notFound }
    if probing, isMaster {
      card.probes += 1
      found.probe()
    }
    let output = found.output
    let isFed = card.crtcs.contains { $0.connectors.contains(id) }
    var connector = Connector(
      id: id, name: output.name, type: output.type, status: output.status,
      modes: found.readModes.map(\.timing), encoders: [found.encoder],
      currentEncoder: isFed ? found.encoder : 0, isNonDesktop: output.isNonDesktop,
      panelOrientation: output.panelOrientation)
    connector.isLinkBad = found.linkIsBad
    return connector
  }

  /// An encoder; ENOENT for a number that is none.
  public func encoder(_ id: UInt32) throws(Errno) -> Encoder {
    try enter()
    guard let found = card.connectors.first(where: { $0.encoder == id }) else { throw .notFound }
    let feeding = card.crtcs.first { $0.connectors.contains(found.id) }
    return Encoder(
      id: id, currentCRTC: feeding?.id ?? 0,
      possibleCRTCs: found.output.possibleCRTCs & card.allCRTCs)
  }

  /// A CRTC as the last granted call left it; ENOENT for a number that is none.
  public func crtc(_ id: UInt32) throws(Errno) -> CRTCState {
    try enter()
    let crtc = try crtcObject(id)
    let corner = card.corner(of: crtc)
    return CRTCState(
      id: id, framebuffer: card.picture(of: crtc)?.id ?? 0, x: UInt32(corner.x),
      y: UInt32(corner.y), mode: crtc.mode, gammaSize: card.gammaSize)
  }

  func crtcObject(_ id: UInt32) throws(Errno) -> FakeCRTC {
    guard let crtc = card.crtc(id) else { throw .notFound }
    return crtc
  }
}
