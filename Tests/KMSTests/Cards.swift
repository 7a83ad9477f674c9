import KMS
import Pixels

/// Cards as they describe themselves.
enum Cards {
  static let preferred: UInt32 = 1 << 3
  static let userDefined: UInt32 = 1 << 5

  static func connector(
    _ name: String, id: UInt32, status: ConnectorStatus = .connected,
    modes: [DisplayMode] = [Modes.hd60], type: UInt32 = 11, encoder: UInt32? = nil,
    lit: Bool = false, isNonDesktop: Bool = false
  ) -> Connector {
    Connector(
      id: id, name: name, type: type, status: status, modes: modes,
      encoders: [encoder ?? id + 100], currentEncoder: lit ? encoder ?? id + 100 : 0,
      isNonDesktop: isNonDesktop)
  }

  /// A card with an encoder for each connector, and CRTCs 50, 51 and so on.
  static func card(
    _ connectors: [Connector], masks: [UInt32]? = nil, lit: [UInt32: UInt32] = [:],
    crtcCount: UInt32 = 2, crtcMode: DisplayMode = Modes.hd60,
    formats: [PixelFormat]? = [.xrgb8888], path: String = "/dev/dri/card0"
  ) -> CardSnapshot {
    let crtcs = (0..<crtcCount).map { 50 + $0 }
    let encoders = connectors.enumerated().map { index, connector in
      Encoder(
        id: connector.encoders[0], currentCRTC: lit[connector.id] ?? 0,
        possibleCRTCs: masks?[index] ?? .max)
    }
    return CardSnapshot(
      path: path, driverName: "test",
      resources: KMSResources(
        connectors: connectors.map(\.id), crtcs: crtcs, encoders: encoders.map(\.id),
        maxWidth: 4096, maxHeight: 4096),
      connectors: connectors, encoders: encoders,
      crtcs: crtcs.map { id in
        let isLit = lit.values.contains(id)
        return CRTCState(
          id: id, framebuffer: isLit ? 7 : 0, x: 0, y: 0, mode: isLit ? crtcMode : nil)
      },
      formats: formats.map { formats in
        Dictionary(uniqueKeysWithValues: crtcs.map { ($0, formats) })
      } ?? [:])
  }
}
