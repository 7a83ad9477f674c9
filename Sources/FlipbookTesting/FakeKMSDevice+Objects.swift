public import KMS
public import Linux
import Pixels

extension FakeKMSDevice {
  /// The numbers of connectors, CRTCs and encoders.
  public func resources() throws(Errno) -> KMSResources {
    KMSResources(
      connectors: connectorNumbers, crtcs: crtcs.map(\.id), encoders: encoderNumbers,
      maxWidth: UInt32(configuration.maximumSize.width),
      maxHeight: UInt32(configuration.maximumSize.height))
  }

  /// A connector, without modes while nothing is plugged in; ENOENT for a number that is none.
  public func connector(_ id: UInt32, probing: Bool) throws(Errno) -> Connector {
    guard let index = connectorNumbers.firstIndex(of: id) else { throw .notFound }
    let output = configuration.outputs[index]
    let isFed = crtcs.contains { $0.connectors.contains(id) }
    return Connector(
      id: id, name: output.name, type: output.type, status: output.status,
      modes: output.status == .disconnected ? [] : output.modes.map(\.timing),
      encoders: [encoderNumbers[index]], currentEncoder: isFed ? encoderNumbers[index] : 0,
      isNonDesktop: output.isNonDesktop, panelOrientation: output.panelOrientation)
  }

  /// An encoder; ENOENT for a number that is none.
  public func encoder(_ id: UInt32) throws(Errno) -> Encoder {
    guard let index = encoderNumbers.firstIndex(of: id) else { throw .notFound }
    let feeding = crtcs.first { $0.connectors.contains(connectorNumbers[index]) }
    return Encoder(
      id: id, currentCRTC: feeding?.id ?? 0,
      possibleCRTCs: configuration.outputs[index].possibleCRTCs & allCRTCs)
  }

  /// A CRTC as the last granted call left it; ENOENT for a number that is none.
  public func crtc(_ id: UInt32) throws(Errno) -> CRTCState {
    settle()
    let crtc = try crtcObject(id)
    return CRTCState(
      id: id, framebuffer: crtc.committed?.id ?? 0, x: UInt32(crtc.corner.x),
      y: UInt32(crtc.corner.y), mode: crtc.mode,
      gammaSize: gammaSize)
  }

  func crtcObject(_ id: UInt32) throws(Errno) -> FakeCRTC {
    guard let crtc = crtcs.first(where: { $0.id == id }) else { throw .notFound }
    return crtc
  }

  private var allCRTCs: UInt32 { crtcs.count == 32 ? .max : (1 << UInt32(crtcs.count)) - 1 }

  /// Whether an output can be fed by a CRTC.
  func mayFeed(crtc: FakeCRTC, output index: Int) -> Bool {
    guard let position = crtcs.firstIndex(where: { $0 === crtc }) else { return false }
    return configuration.outputs[index].possibleCRTCs & (1 << UInt32(position)) != 0
  }

  func newNumber() -> UInt32 {
    lastNumber += 1
    return lastNumber
  }
}
