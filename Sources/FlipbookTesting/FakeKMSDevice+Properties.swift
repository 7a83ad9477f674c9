public import KMS
public import Linux
import Pixels

extension FakeKMSDevice {
  /// The numbers of the planes, the primary ones only for who asked for them.
  public func planes() throws(Errno) -> [UInt32] {
    try enter()
    // A card that does not tell its formats stands for a kernel without universal planes.
    return card.planes.filter {
      configuration.tellsFormats && (file.listsAllPlanes || $0.kind == .overlay)
    }.map(\.id)
  }

  /// A plane as the last granted call left it; ENOENT for a number that is none.
  public func plane(_ id: UInt32) throws(Errno) -> Plane {
    try enter()
    let plane = try planeObject(id)
    return Plane(
      id: id, kind: plane.kind, possibleCRTCs: plane.possibleCRTCs,
      formats: configuration.scanOutFormats.map(\.fourCC), crtc: plane.state.crtc,
      framebuffer: plane.state.framebuffer?.id ?? 0)
  }

  /// Takes a plane's picture away, waiting for a pending flip; ENOENT for a number that is none.
  public func turnOffPlane(_ id: UInt32) throws(Errno) {
    try enter(asMaster: true)
    guard try planeObject(id).state.crtc != 0 else { return }
    let changes = [FakeProperty.framebuffer, .crtc].map {
      PropertyChange(object: id, property: card.number(of: $0), value: 0)
    }
    try card.perform(try proposal(changes), flags: .allowModeSet)
  }

  /// The properties that a card of the profile has on an object; ENOENT for none.
  public func properties(
    of object: UInt32, kind: KMSObjectKind
  ) throws(Errno) -> [KMSProperty] {
    try enter()
    guard card.kind(of: object) == kind else { throw .notFound }
    let offered = offered(by: kind).filter { has($0, object) }
    return offered.filter { file.isAtomic || !$0.isAtomic }.map { property in
      KMSProperty(
        id: card.number(of: property), name: property.rawValue, kind: property.kind,
        isImmutable: property.isImmutable, value: value(of: property, on: object))
    }
  }

  /// Sets one property, waiting for a pending flip, with the checks of the kernel in their order.
  public func setProperty(
    _ property: UInt32, of object: UInt32, kind: KMSObjectKind, to value: UInt64
  ) throws(Errno) {
    try enter(asMaster: true)
    guard card.kind(of: object) == kind else { throw .notFound }
    guard let found = offered(by: kind).first(where: { card.number(of: $0) == property }),
      has(found, object)
    else { throw .invalidArgument }
    // Whatever is not on is off, a value that is none too.
    if found == .power { return try setPower(of: object, to: value) }
    guard !found.isImmutable, found.allows(value) else { throw .invalidArgument }
    let change = PropertyChange(object: object, property: property, value: value)
    try card.perform(try proposal([change]), flags: .allowModeSet)
  }

  /// Turns a display off or on, its CRTC with the last and the first of those that it feeds.
  private func setPower(of object: UInt32, to value: UInt64) throws(Errno) {
    guard let connector = card.connector(object) else { throw .notFound }
    let power: UInt64 = value == 0 ? 0 : 3
    guard connector.power != power else { return }
    connector.power = power
    guard let crtc = card.crtcs.first(where: { $0.connectors.contains(object) }) else { return }
    var next = card.proposal()
    next.touch(crtc.id)
    next.isInstant = true
    next.crtcs[crtc.id]?.isActive = card.connectors.contains {
      crtc.connectors.contains($0.id) && $0.power == 0
    }
    do { try card.perform(next, flags: .allowModeSet) } catch {
      connector.power = 3 - power
      throw error
    }
  }

  // MARK: - Blobs

  /// The bytes of a blob; ENOENT for a number that is none.
  public func blob(_ id: UInt32) throws(Errno) -> [UInt8] {
    try enter()
    guard let blob = card.blobs[id] else { throw .notFound }
    return blob.bytes
  }

  /// Makes a blob; EINVAL for no bytes.
  public func createBlob(_ bytes: [UInt8]) throws(Errno) -> UInt32 {
    try enter()
    guard !bytes.isEmpty else { throw .invalidArgument }
    let id = card.newNumber()
    card.blobs[id] = (bytes, file)
    return id
  }

  /// Gives a blob up; ENOENT for one that is not there, EPERM for one that is not ours.
  public func destroyBlob(_ id: UInt32) throws(Errno) {
    try enter()
    guard let blob = card.blobs[id] else { throw .notFound }
    guard blob.owner === file else { throw .notPermitted }
    card.giveUpBlob(id)
  }

  // MARK: - Colours

  /// The strengths of colours that a CRTC was given; EINVAL where it takes none.
  public func gamma(crtc id: UInt32) throws(Errno) -> GammaRamp {
    try enter()
    let gammaSize = card.gammaSize
    _ = try crtcObject(id)
    guard gammaSize > 0 else { throw .invalidArgument }
    let lookup = card.settings[FakeCommit.Setting(object: id, property: .gammaLookup)] ?? 0
    guard let bytes = card.blobs[UInt32(lookup)]?.bytes, bytes.count == gammaSize * 8 else {
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
    try enter(asMaster: true)
    let gammaSize = card.gammaSize
    _ = try crtcObject(id)
    guard gammaSize > 0 else { throw .notImplemented }
    guard ramp.red.count == gammaSize, ramp.green.count == gammaSize, ramp.blue.count == gammaSize
    else { throw .invalidArgument }
    let bytes = (0..<gammaSize).flatMap { index -> [UInt8] in
      [ramp.red[index], ramp.green[index], ramp.blue[index], 0].flatMap { strength in
        [UInt8(truncatingIfNeeded: strength), UInt8(truncatingIfNeeded: strength >> 8)]
      }
    }
    let blob = card.newNumber()
    card.blobs[blob] = (bytes, nil)
    card.settings[FakeCommit.Setting(object: id, property: .gammaLookup)] = UInt64(blob)
  }

  // MARK: - What an object has

  func planeObject(_ id: UInt32) throws(Errno) -> FakePlane {
    guard let plane = card.plane(id) else { throw .notFound }
    return plane
  }

  /// The properties that drivers of this kind give an object.
  func offered(by kind: KMSObjectKind) -> [FakeProperty] {
    FakeProperty.all(of: kind).filter { property in
      switch property {
      case .rotation, .gammaLookup, .degammaLookup, .colourMatrix:
        configuration.profile == .vblank
      case .damage:
        // virtio-gpu has it since 6.4.
        configuration.profile == .hostCopy && configuration.kernel >= KernelVersion(6, 4)
      default: true
      }
    }
  }

  /// Whether one object has what others of its kind may have.
  private func has(_ property: FakeProperty, _ object: UInt32) -> Bool {
    guard property == .panelOrientation else { return true }
    return card.connector(object)?.output.panelOrientation != nil
  }

  private func value(of property: FakeProperty, on object: UInt32) -> UInt64 {
    if let crtc = card.crtc(object) {
      switch property {
      case .active: return crtc.isActive ? 1 : 0
      case .modeBlob: return UInt64(crtc.modeBlob)
      default: break
      }
    } else if let plane = card.plane(object) {
      if let value = value(of: property, on: plane) { return value }
    } else if let connector = card.connector(object) {
      switch property {
      case .crtc:
        return UInt64(card.crtcs.first { $0.connectors.contains(object) }?.id ?? 0)
      case .power: return connector.power
      case .linkStatus: return connector.linkIsBad ? 1 : 0
      case .nonDesktop: return connector.output.isNonDesktop ? 1 : 0
      case .panelOrientation:
        let panel = connector.output.panelOrientation
        return UInt64(panel.flatMap { PanelOrientation.allCases.firstIndex(of: $0) } ?? 0)
      default: break
      }
    }
    return card.settings[FakeCommit.Setting(object: object, property: property)]
      ?? property.initialValue
  }

  private func value(of property: FakeProperty, on plane: FakePlane) -> UInt64? {
    let state = plane.state
    let number: Int64? =
      switch property {
      case .type: Int64(plane.kind.rawValue)
      case .crtc: Int64(state.crtc)
      case .framebuffer: Int64(state.framebuffer?.id ?? 0)
      case .targetX: state.target.x
      case .targetY: state.target.y
      case .targetWidth: state.target.width
      case .targetHeight: state.target.height
      case .sourceX: state.source.x
      case .sourceY: state.source.y
      case .sourceWidth: state.source.width
      case .sourceHeight: state.source.height
      case .damage: 0
      default: nil
      }
    return number.map { UInt64(bitPattern: $0) }
  }
}
