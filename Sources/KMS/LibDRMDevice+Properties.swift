internal import CDRM
public import Linux

extension LibDRMDevice {
  // MARK: - Planes

  /// The planes' numbers: `drmModeGetPlaneResources`.
  public func planes() throws(Errno) -> [UInt32] {
    guard let found = drmModeGetPlaneResources(descriptor) else { throw Errno.current }
    defer { drmModeFreePlaneResources(found) }
    return Self.array(found.pointee.planes, CInt(found.pointee.count_planes))
  }

  /// Describes a plane: `drmModeGetPlane`.
  public func plane(_ id: UInt32) throws(Errno) -> Plane {
    guard let answer = drmModeGetPlane(descriptor, id) else { throw Errno.current }
    defer { drmModeFreePlane(answer) }
    let found = answer.pointee
    let type = try properties(of: id, kind: .plane)["type"]?.value
    return Plane(
      id: found.plane_id, kind: type.flatMap { PlaneKind(rawValue: $0) },
      possibleCRTCs: found.possible_crtcs,
      formats: Self.array(found.formats, CInt(found.count_formats)), crtc: found.crtc_id,
      framebuffer: found.fb_id)
  }

  /// Takes a plane's picture away: `drmModeSetPlane`.
  public func turnOffPlane(_ id: UInt32) throws(Errno) {
    try Self.check(drmModeSetPlane(descriptor, id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  // MARK: - Properties

  /// The properties of an object and their values: `drmModeObjectGetProperties`.
  public func properties(of object: UInt32, kind: KMSObjectKind) throws(Errno) -> [KMSProperty] {
    guard let found = drmModeObjectGetProperties(descriptor, object, kind.rawValue) else {
      throw Errno.current
    }
    defer { drmModeFreeObjectProperties(found) }
    let count = CInt(found.pointee.count_props)
    return zip(Self.array(found.pointee.props, count), Self.array(found.pointee.prop_values, count))
      .compactMap { id, value in
        var property = propertyShape(id)
        property?.value = value
        return property
      }
  }

  /// What a property is; asked once.
  func propertyShape(_ id: UInt32) -> KMSProperty? {
    if let known = propertyShapes[id] { return known }
    guard let answer = drmModeGetProperty(descriptor, id) else { return nil }
    defer { drmModeFreeProperty(answer) }
    let found = answer.pointee
    let shape = KMSProperty(
      id: id, name: withUnsafeBytes(of: found.name) { String(zeroTerminated: $0) },
      kind: Self.kind(of: found), isImmutable: found.flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0,
      value: 0)
    propertyShapes[id] = shape
    return shape
  }

  private static func kind(of property: drmModePropertyRes) -> KMSProperty.Kind {
    let bounds = array(property.values, property.count_values)
    let names = array(property.enums, property.count_enums).map { entry in
      (withUnsafeBytes(of: entry.name) { String(zeroTerminated: $0) }, entry.value)
    }
    if property.flags & UInt32(DRM_MODE_PROP_BLOB) != 0 { return .blob }
    if property.flags & UInt32(DRM_MODE_PROP_ENUM) != 0 {
      return .enumeration(Dictionary(names) { first, _ in first })
    }
    if property.flags & UInt32(DRM_MODE_PROP_BITMASK) != 0 {
      // The kernel gives a bit's place.
      let bits = names.filter { $0.1 < 64 }.map { ($0.0, UInt64(1) << $0.1) }
      return .bitmask(Dictionary(bits) { first, _ in first })
    }
    // The extended kinds are numbers and not bits.
    switch property.flags & UInt32(DRM_MODE_PROP_EXTENDED_TYPE) {
    case 1 << 6: return .object
    case 2 << 6:
      return .signedRange(
        minimum: Int64(bitPattern: bounds.first ?? 0),
        maximum: Int64(bitPattern: bounds.last ?? 0))
    default: return .range(minimum: bounds.first ?? 0, maximum: bounds.last ?? 0)
    }
  }

  /// Sets one property at once: `drmModeObjectSetProperty`.
  public func setProperty(
    _ property: UInt32, of object: UInt32, kind: KMSObjectKind, to value: UInt64
  ) throws(Errno) {
    try Self.check(drmModeObjectSetProperty(descriptor, object, kind.rawValue, property, value))
  }

  /// The bytes of a blob: `drmModeGetPropertyBlob`.
  public func blob(_ id: UInt32) throws(Errno) -> [UInt8] {
    guard let found = drmModeGetPropertyBlob(descriptor, id) else { throw Errno.current }
    defer { drmModeFreePropertyBlob(found) }
    let bytes = UnsafeRawBufferPointer(
      start: found.pointee.data, count: Int(found.pointee.length))
    return Array(bytes)
  }

  /// Makes a blob: `drmModeCreatePropertyBlob`.
  public func createBlob(_ bytes: [UInt8]) throws(Errno) -> UInt32 {
    var id: UInt32 = 0
    try Self.check(drmModeCreatePropertyBlob(descriptor, bytes, bytes.count, &id))
    return id
  }

  /// Gives a blob up: `drmModeDestroyPropertyBlob`.
  public func destroyBlob(_ id: UInt32) throws(Errno) {
    try Self.check(drmModeDestroyPropertyBlob(descriptor, id))
  }

  // MARK: - Atomic commits

  /// Sets properties together, or none: `DRM_IOCTL_MODE_ATOMIC`.
  public func commit(
    _ changes: [PropertyChange], flags: AtomicFlags, userData: UInt64
  ) throws(Errno) {
    // libdrm's own call takes the user data as a pointer, 32 bits of them on a 32-bit machine. The
    // kernel wants each object once, with all its properties together.
    var objects: [UInt32] = []
    for change in changes where !objects.contains(change.object) { objects.append(change.object) }
    let sorted = objects.map { object in changes.filter { $0.object == object } }
    var counts = sorted.map { UInt32($0.count) }
    var properties = sorted.flatMap { $0.map(\.property) }
    var values = sorted.flatMap { $0.map(\.value) }
    let answer = objects.withUnsafeMutableBytes { objects in
      counts.withUnsafeMutableBytes { counts in
        properties.withUnsafeMutableBytes { properties in
          values.withUnsafeMutableBytes { values in
            func address(_ bytes: UnsafeMutableRawBufferPointer) -> UInt64 {
              UInt64(UInt(bitPattern: bytes.baseAddress))
            }
            var request = drm_mode_atomic()
            request.flags = flags.rawValue
            request.count_objs = UInt32(sorted.count)
            request.objs_ptr = address(objects)
            request.count_props_ptr = address(counts)
            request.props_ptr = address(properties)
            request.prop_values_ptr = address(values)
            request.user_data = userData
            return drmIoctl(descriptor, cdrm_ioctl_atomic, &request)
          }
        }
      }
    }
    try Self.check(answer)
  }
}
