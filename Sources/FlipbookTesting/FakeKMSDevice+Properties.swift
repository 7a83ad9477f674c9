public import KMS
public import Linux
import Pixels

extension FakeKMSDevice {
  /// The numbers of the planes, the primary ones only for who asked for them.
  public func planes() throws(Errno) -> [UInt32] {
    // A card that does not tell its formats stands for a kernel without universal planes.
    planeObjects.filter { configuration.tellsFormats && (listsAllPlanes || $0.kind == .overlay) }
      .map(\.id)
  }

  /// A plane as the last granted call left it; ENOENT for a number that is none.
  public func plane(_ id: UInt32) throws(Errno) -> Plane {
    settle()
    let plane = try planeObject(id)
    return Plane(
      id: id, kind: plane.kind, possibleCRTCs: plane.possibleCRTCs,
      formats: configuration.scanOutFormats.map(\.fourCC), crtc: crtc(of: plane),
      framebuffer: framebuffer(of: plane)?.id ?? 0)
  }

  /// Takes a plane's picture away, waiting for a pending flip; ENOENT for a number that is none.
  public func turnOffPlane(_ id: UInt32) throws(Errno) {
    try requireMaster()
    settle()
    _ = try planeObject(id)
    let changes = [FakeProperty.framebuffer, .crtc].map {
      PropertyChange(object: id, property: number(of: $0), value: 0)
    }
    try perform(try proposal(changes), flags: .allowModeSet, userData: 0)
  }

  /// The properties that a card of the profile has on an object; ENOENT for none.
  public func properties(
    of object: UInt32, kind: KMSObjectKind
  ) throws(Errno) -> [KMSProperty] {
    settle()
    guard self.kind(of: object) == kind else { throw .notFound }
    let offered = offered(by: kind).filter { has($0, object) }
    return offered.filter { isAtomic || !$0.isAtomic }.map { property in
      KMSProperty(
        id: number(of: property), name: property.rawValue, kind: property.kind,
        isImmutable: property.isImmutable, value: value(of: property, on: object))
    }
  }

  /// Sets one property, waiting for a pending flip, with the checks of the kernel in their order.
  public func setProperty(
    _ property: UInt32, of object: UInt32, kind: KMSObjectKind, to value: UInt64
  ) throws(Errno) {
    try requireMaster()
    settle()
    guard self.kind(of: object) == kind,
      let found = offered(by: kind).first(where: { number(of: $0) == property }),
      has(found, object)
    else { throw .notFound }
    guard !found.isImmutable, found.allows(value) else { throw .invalidArgument }
    if found == .power {
      for crtc in crtcs where crtc.connectors.contains(object) { setActive(crtc, value == 0) }
      settings[FakeCommit.Setting(object: object, property: .power)] = value
      return
    }
    let change = PropertyChange(object: object, property: property, value: value)
    try perform(try proposal([change]), flags: .allowModeSet, userData: 0)
  }

  // MARK: - Blobs

  /// The bytes of a blob; ENOENT for a number that is none.
  public func blob(_ id: UInt32) throws(Errno) -> [UInt8] {
    guard let blob = blobs[id] else { throw .notFound }
    return blob.bytes
  }

  /// Makes a blob; EINVAL for no bytes.
  public func createBlob(_ bytes: [UInt8]) throws(Errno) -> UInt32 {
    guard !bytes.isEmpty else { throw .invalidArgument }
    let id = newNumber()
    blobs[id] = (bytes, true)
    return id
  }

  /// Gives a blob up; ENOENT for one that is not there, EPERM for one that is not ours.
  public func destroyBlob(_ id: UInt32) throws(Errno) {
    guard let blob = blobs[id] else { throw .notFound }
    guard blob.isOurs else { throw .notPermitted }
    let isUsed = settings.values.contains(UInt64(id)) || crtcs.contains { $0.modeBlob == id }
    blobs[id] = isUsed ? (blob.bytes, false) : nil
  }

  // MARK: - Colours

  /// The strengths of colours that a CRTC was given; EINVAL where it takes none.
  public func gamma(crtc id: UInt32) throws(Errno) -> GammaRamp {
    _ = try crtcObject(id)
    guard gammaSize > 0 else { throw .invalidArgument }
    let lookup = settings[FakeCommit.Setting(object: id, property: .gammaLookup)] ?? 0
    guard let bytes = blobs[UInt32(lookup)]?.bytes, bytes.count == gammaSize * 8 else {
      return .linear(count: gammaSize)
    }
    func strengths(_ colour: Int) -> [UInt16] {
      (0..<gammaSize).map { index in
        UInt16(bytes[index * 8 + colour * 2]) | UInt16(bytes[index * 8 + colour * 2 + 1]) << 8
      }
    }
    return GammaRamp(red: strengths(0), green: strengths(1), blue: strengths(2))
  }

  /// Gives a CRTC strengths of colours: ENOSYS where it takes none, EINVAL for another number.
  public func setGamma(_ ramp: GammaRamp, crtc id: UInt32) throws(Errno) {
    try requireMaster()
    _ = try crtcObject(id)
    guard gammaSize > 0 else { throw .notImplemented }
    guard ramp.red.count == gammaSize, ramp.green.count == gammaSize, ramp.blue.count == gammaSize
    else { throw .invalidArgument }
    let bytes = (0..<gammaSize).flatMap { index -> [UInt8] in
      [ramp.red[index], ramp.green[index], ramp.blue[index], 0].flatMap { strength in
        [UInt8(truncatingIfNeeded: strength), UInt8(truncatingIfNeeded: strength >> 8)]
      }
    }
    let blob = newNumber()
    blobs[blob] = (bytes, false)
    settings[FakeCommit.Setting(object: id, property: .gammaLookup)] = UInt64(blob)
  }

  var gammaSize: Int { configuration.profile == .vblank ? 256 : 0 }

  // MARK: - What an object has

  func planeObject(_ id: UInt32) throws(Errno) -> FakePlane {
    guard let plane = planeObjects.first(where: { $0.id == id }) else { throw .notFound }
    return plane
  }

  func kind(of object: UInt32) -> KMSObjectKind? {
    if crtcs.contains(where: { $0.id == object }) { return .crtc }
    if connectorNumbers.contains(object) { return .connector }
    return planeObjects.contains { $0.id == object } ? .plane : nil
  }

  /// The properties that drivers of this kind give an object.
  func offered(by kind: KMSObjectKind) -> [FakeProperty] {
    FakeProperty.all(of: kind).filter { property in
      switch property {
      case .rotation, .gammaLookup, .degammaLookup, .colourMatrix:
        configuration.profile == .vblank
      case .damage: configuration.profile == .hostCopy
      default: true
      }
    }
  }

  /// Whether one object has what others of its kind may have.
  private func has(_ property: FakeProperty, _ object: UInt32) -> Bool {
    guard property == .panelOrientation else { return true }
    return panelOrientation(of: object) != nil
  }

  private func panelOrientation(of connector: UInt32) -> PanelOrientation? {
    connectorNumbers.firstIndex(of: connector).flatMap {
      configuration.outputs[$0].panelOrientation
    }
  }

  func number(of property: FakeProperty) -> UInt32 { propertyNumbers[property] ?? 0 }

  /// The CRTC that a plane reads for; a primary one is on its CRTC while that has a picture.
  func crtc(of plane: FakePlane) -> UInt32 {
    guard plane.kind == .primary else { return plane.crtc }
    return primaryCRTC(of: plane).flatMap { $0.committed == nil ? nil : $0.id } ?? 0
  }

  func framebuffer(of plane: FakePlane) -> FakeFramebuffer? {
    plane.kind == .primary ? primaryCRTC(of: plane)?.committed : plane.framebuffer
  }

  /// The CRTC whose primary plane it is.
  func primaryCRTC(of plane: FakePlane) -> FakeCRTC? {
    crtcs.indices.first { plane.possibleCRTCs & 1 << UInt32($0) != 0 }.map { crtcs[$0] }
  }

  private func value(of property: FakeProperty, on object: UInt32) -> UInt64 {
    if let crtc = crtcs.first(where: { $0.id == object }) {
      switch property {
      case .active: return crtc.isActive ? 1 : 0
      case .modeBlob: return UInt64(crtc.modeBlob)
      default: break
      }
    } else if let plane = planeObjects.first(where: { $0.id == object }) {
      if let value = value(of: property, on: plane) { return value }
    } else if let index = connectorNumbers.firstIndex(of: object) {
      switch property {
      case .crtc: return UInt64(crtcs.first { $0.connectors.contains(object) }?.id ?? 0)
      case .nonDesktop: return configuration.outputs[index].isNonDesktop ? 1 : 0
      case .panelOrientation:
        let panel = configuration.outputs[index].panelOrientation
        return UInt64(panel.flatMap { PanelOrientation.allCases.firstIndex(of: $0) } ?? 0)
      default: break
      }
    }
    return settings[FakeCommit.Setting(object: object, property: property)]
      ?? property.initialValue
  }

  private func value(of property: FakeProperty, on plane: FakePlane) -> UInt64? {
    let (target, source) = areas(of: plane)
    let number: Int64? =
      switch property {
      case .type: Int64(plane.kind.rawValue)
      case .crtc: Int64(crtc(of: plane))
      case .framebuffer: Int64(framebuffer(of: plane)?.id ?? 0)
      case .targetX: target.x
      case .targetY: target.y
      case .targetWidth: target.width
      case .targetHeight: target.height
      case .sourceX: source.x
      case .sourceY: source.y
      case .sourceWidth: source.width
      case .sourceHeight: source.height
      case .damage: 0
      default: nil
      }
    return number.map { UInt64(bitPattern: $0) }
  }

  /// Where a plane is on the screen and what part of its framebuffer it shows.
  func areas(of plane: FakePlane) -> (target: FakeArea, source: FakeArea) {
    guard plane.kind == .primary, let crtc = primaryCRTC(of: plane), let mode = crtc.mode,
      crtc.committed != nil
    else { return (plane.target, plane.source) }
    let (width, height) = (Int64(mode.hdisplay), Int64(mode.vdisplay))
    return (
      FakeArea(width: width, height: height),
      FakeArea(
        x: Int64(crtc.corner.x) << 16, y: Int64(crtc.corner.y) << 16, width: width << 16,
        height: height << 16)
    )
  }
}
