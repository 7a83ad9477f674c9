internal import CDRM
public import Linux

extension LibDRMDevice {
  /// The card's objects: `drmModeGetResources`.
  public func resources() throws(Errno) -> KMSResources {
    guard let found = drmModeGetResources(descriptor) else { throw Errno.current }
    defer { drmModeFreeResources(found) }
    let all = found.pointee
    return KMSResources(
      connectors: Self.array(all.connectors, all.count_connectors),
      crtcs: Self.array(all.crtcs, all.count_crtcs),
      encoders: Self.array(all.encoders, all.count_encoders),
      maxWidth: all.max_width, maxHeight: all.max_height)
  }

  /// Describes a connector: `drmModeGetConnector`, or `drmModeGetConnectorCurrent`.
  public func connector(_ id: UInt32, probing: Bool) throws(Errno) -> Connector {
    let answer =
      probing
      ? drmModeGetConnector(descriptor, id) : drmModeGetConnectorCurrent(descriptor, id)
    guard let answer else { throw Errno.current }
    defer { drmModeFreeConnector(answer) }
    let found = answer.pointee
    let values = Self.array(found.prop_values, found.count_props)
    let properties = zip(Self.array(found.props, found.count_props), values)
    func property(_ name: String) -> (shape: KMSProperty, value: UInt64)? {
      for (id, value) in properties {
        if let shape = propertyShape(id), shape.name == name { return (shape, value) }
      }
      return nil
    }
    let panel = property("panel orientation")
    var connector = Connector(
      id: found.connector_id,
      name: ConnectorName.name(type: found.connector_type, index: found.connector_type_id),
      type: found.connector_type,
      status: ConnectorStatus(rawValue: found.connection.rawValue) ?? .unknown,
      modes: Self.array(found.modes, found.count_modes).map { DisplayMode($0) },
      encoders: Self.array(found.encoders, found.count_encoders),
      currentEncoder: found.encoder_id, isNonDesktop: property("non-desktop")?.value ?? 0 != 0,
      panelOrientation: panel.flatMap { PanelOrientation($0.value, of: $0.shape) })
    connector.isTiled = property("TILE")?.value ?? 0 != 0
    let link = property("link-status")
    connector.isLinkBad = link.map { $0.shape.value(named: "Bad") == $0.value } ?? false
    return connector
  }

  /// Describes an encoder: `drmModeGetEncoder`.
  public func encoder(_ id: UInt32) throws(Errno) -> Encoder {
    guard let found = drmModeGetEncoder(descriptor, id) else { throw Errno.current }
    defer { drmModeFreeEncoder(found) }
    return Encoder(
      id: found.pointee.encoder_id, currentCRTC: found.pointee.crtc_id,
      possibleCRTCs: found.pointee.possible_crtcs)
  }

  /// Describes a CRTC: `drmModeGetCrtc`.
  public func crtc(_ id: UInt32) throws(Errno) -> CRTCState {
    guard let answer = drmModeGetCrtc(descriptor, id) else { throw Errno.current }
    defer { drmModeFreeCrtc(answer) }
    let found = answer.pointee
    return CRTCState(
      id: found.crtc_id, framebuffer: found.buffer_id, x: found.x, y: found.y,
      mode: found.mode_valid != 0 ? DisplayMode(found.mode) : nil,
      gammaSize: Int(max(0, found.gamma_size)))
  }

  static func array<Element>(
    _ pointer: UnsafeMutablePointer<Element>?, _ count: CInt
  ) -> [Element] {
    Array(UnsafeBufferPointer(start: pointer, count: pointer == nil ? 0 : Int(count)))
  }
}

extension String {
  /// Text of a fixed-size C array, up to its first zero or its end.
  init(zeroTerminated bytes: UnsafeRawBufferPointer) {
    self.init(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
