internal import CDRM
public import Linux
public import Pixels

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
    let names = Self.array(found.props, found.count_props).map { propertyName($0) }
    let values = Self.array(found.prop_values, found.count_props)
    let nonDesktop = zip(names, values).first { $0.0 == "non-desktop" }?.1 ?? 0
    return Connector(
      id: found.connector_id,
      name: ConnectorName.name(type: found.connector_type, index: found.connector_type_id),
      type: found.connector_type,
      status: ConnectorStatus(rawValue: found.connection.rawValue) ?? .unknown,
      modes: Self.array(found.modes, found.count_modes).map { DisplayMode($0) },
      encoders: Self.array(found.encoders, found.count_encoders),
      currentEncoder: found.encoder_id, isNonDesktop: nonDesktop != 0)
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
      mode: found.mode_valid != 0 ? DisplayMode(found.mode) : nil)
  }

  /// Formats that the primary plane of a CRTC scans out: `drmModeGetPlane`.
  ///
  /// - Parameter id: of the CRTC.
  /// - Returns: those of ours; nil on a kernel that lists no primary planes.
  /// - Throws: what `DRM_IOCTL_MODE_GETRESOURCES` answers.
  public func primaryFormats(crtc id: UInt32) throws(Errno) -> [PixelFormat]? {
    guard let index = try resources().crtcs.firstIndex(of: id), index < 32,
      let planes = drmModeGetPlaneResources(descriptor)
    else { return nil }
    defer { drmModeFreePlaneResources(planes) }
    for plane in Self.array(planes.pointee.planes, CInt(planes.pointee.count_planes)) {
      guard let found = drmModeGetPlane(descriptor, plane) else { continue }
      defer { drmModeFreePlane(found) }
      // Several primary planes may fit one CRTC; the one already on it, or else the first.
      guard found.pointee.possible_crtcs & (1 << UInt32(index)) != 0,
        found.pointee.crtc_id == 0 || found.pointee.crtc_id == id,
        isPrimary(plane: plane)
      else { continue }
      let codes = Self.array(found.pointee.formats, CInt(found.pointee.count_formats))
      return PixelFormat.allCases.filter { codes.contains($0.fourCC) }
    }
    return nil
  }

  private func isPrimary(plane: UInt32) -> Bool {
    guard
      let answer = drmModeObjectGetProperties(descriptor, plane, UInt32(DRM_MODE_OBJECT_PLANE))
    else { return false }
    defer { drmModeFreeObjectProperties(answer) }
    let count = CInt(answer.pointee.count_props)
    let values = Self.array(answer.pointee.prop_values, count)
    return zip(Self.array(answer.pointee.props, count), values).contains {
      propertyName($0) == "type" && $1 == UInt64(DRM_PLANE_TYPE_PRIMARY)
    }
  }

  private func propertyName(_ id: UInt32) -> String {
    if let known = propertyNames[id] { return known }
    guard let found = drmModeGetProperty(descriptor, id) else { return "" }
    defer { drmModeFreeProperty(found) }
    let name = withUnsafeBytes(of: found.pointee.name) { String(zeroTerminated: $0) }
    propertyNames[id] = name
    return name
  }

  private static func array<Element>(
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
