import Linux

/// Atomic commits: all properties of our CRTC, its primary plane and its connector together.
///
/// Nothing else is ever named in a commit: an object of another CRTC would make that one take part,
/// and be busy.
final class AtomicPath: ScanoutPath {
  var interface: KMSInterface { .atomic }

  private let device: any KMSDevice
  private let crtc: UInt32
  private let primary: Plane
  private var plane: UInt32 { primary.id }
  private let framebufferProperty: UInt32
  private let damageProperty: UInt32?
  /// Everything but the framebuffer, for a mode set.
  private var pipeline: [InheritedState.Setting]
  /// What a program before us left, put right; empty where a driver refuses that.
  private var inherited: [InheritedState.Setting]
  private var inheritedFramebuffer: UInt64
  private let linkStatus: PropertyChange?
  private let neighbours: NeighbouringOutputs
  /// What turns the CRTC off.
  private let darkness: [PropertyChange]
  private var modeBlob: UInt32?

  /// Finds the objects and their properties; nothing is set yet.
  ///
  /// - Throws: `notSupported` where device or kernel has no atomic commits, `notFound` where an
  ///   object lacks a property or no primary plane fits.
  init(device: any KMSDevice, choice: OutputChoice) throws(Errno) {
    try device.setClientCapability(.atomic, to: true)
    guard let primary = try device.primaryPlane(crtc: choice.crtc),
      primary.formats.contains(choice.format.fourCC)
    else { throw .notFound }
    let planeProperties = try device.properties(of: primary.id, kind: .plane)
    let crtcProperties = try device.properties(of: choice.crtc, kind: .crtc)
    let connectorProperties = try device.properties(of: choice.connector.id, kind: .connector)
    guard let framebuffer = planeProperties["FB_ID"] else { throw .notFound }
    let blob = try device.createBlob(choice.mode.kernelBytes)

    var pipeline: [InheritedState.Setting] = []
    var darkness = [
      PropertyChange(object: primary.id, property: framebuffer.id, value: 0)
    ]
    func add(
      _ name: String, _ wanted: UInt64, of properties: [KMSProperty], on object: UInt32,
      _ kind: KMSObjectKind, whenDark: UInt64? = nil
    ) throws(Errno) {
      guard let property = properties[name] else { throw .notFound }
      pipeline.append(
        try InheritedState.setting(property, on: object, kind: kind, wanted: wanted, device: device)
      )
      if let whenDark {
        darkness.append(
          PropertyChange(object: object, property: property.id, value: whenDark))
      }
    }
    do throws(Errno) {
      let crtc = UInt64(choice.crtc)
      let (width, height) = (UInt64(choice.mode.hdisplay), UInt64(choice.mode.vdisplay))
      try add(
        "CRTC_ID", crtc, of: connectorProperties, on: choice.connector.id, .connector,
        whenDark: 0)
      try add("MODE_ID", UInt64(blob), of: crtcProperties, on: choice.crtc, .crtc, whenDark: 0)
      try add("ACTIVE", 1, of: crtcProperties, on: choice.crtc, .crtc, whenDark: 0)
      try add("CRTC_ID", crtc, of: planeProperties, on: primary.id, .plane, whenDark: 0)
      let areas: [(String, UInt64)] = [
        ("CRTC_X", 0), ("CRTC_Y", 0), ("CRTC_W", width), ("CRTC_H", height), ("SRC_X", 0),
        ("SRC_Y", 0), ("SRC_W", width << 16), ("SRC_H", height << 16),
      ]
      for (name, value) in areas {
        try add(name, value, of: planeProperties, on: primary.id, .plane)
      }
      inherited = try InheritedState(of: device, crtc: choice.crtc, primary: primary)
        .everything(on: device)
    } catch {
      try? device.destroyBlob(blob)
      throw error
    }
    linkStatus = connectorProperties["link-status"].flatMap { property in
      property.value(named: "Good").map {
        PropertyChange(object: choice.connector.id, property: property.id, value: $0)
      }
    }
    // The CRTC that fed our display before may be another screen's by then.
    for index in pipeline.indices
    where pipeline[index].kind == .connector && pipeline[index].inherited != choice.crtc {
      pipeline[index].inherited = 0
    }
    self.device = device
    crtc = choice.crtc
    self.primary = primary
    self.pipeline = pipeline
    neighbours = NeighbouringOutputs(device: device, choice: choice)
    self.darkness = darkness
    framebufferProperty = framebuffer.id
    inheritedFramebuffer = framebuffer.value
    damageProperty = planeProperties["FB_DAMAGE_CLIPS"]?.id
    modeBlob = blob
  }

  deinit { release() }

  func inherit(from earlier: any ScanoutPath) {
    guard let earlier = earlier as? AtomicPath else { return }
    for index in pipeline.indices {
      guard let before = earlier.pipeline.first(where: { $0.isSame(as: pipeline[index]) }) else {
        continue
      }
      pipeline[index].inherited = before.inherited
      pipeline[index].blob = before.blob
    }
    guard earlier.plane == plane else { return }
    inheritedFramebuffer = earlier.inheritedFramebuffer
    // What was put right already is found in order, and what is not was left since.
    inherited = inherited.map(\.withoutPast)
    for before in earlier.inherited {
      inherited.removeAll { $0.isSame(as: before) }
      inherited.append(before)
    }
  }

  func release() {
    guard let blob = modeBlob else { return }
    modeBlob = nil
    // The kernel keeps it while the CRTC runs in it, and frees it with the card.
    try? device.destroyBlob(blob)
  }

  /// Asks the kernel whether it would take a mode set with a framebuffer.
  ///
  /// A driver that would, but not with what we put right, is left with that as it is.
  func test(_ framebuffer: UInt32) throws(Errno) {
    func ask() throws(Errno) {
      try device.commit(everything(framebuffer), flags: [.testOnly, .allowModeSet], userData: 0)
    }
    do throws(Errno) { try ask() } catch .invalidArgument where !inherited.isEmpty {
      inherited = []
      try ask()
    }
  }

  // MARK: - Showing

  func takeOver(_ framebuffer: UInt32, userData: UInt64) throws(Errno) -> Bool {
    // Blocking, and so on screen when it returns; the kernel refuses where it would set a mode.
    try device.commit(everything(framebuffer), flags: [], userData: userData)
    return true
  }

  func flip(
    to framebuffer: UInt32, damage: [DamageRectangle]?, userData: UInt64
  ) throws(Errno) {
    var changes = [picture(framebuffer)]
    var blob: UInt32?
    // Without clips the driver takes all of it for changed: slower, not wrong.
    if let damageProperty, let damage, !damage.isEmpty,
      let made = try? device.createBlob(damage.kernelBytes)
    {
      blob = made
      changes.append(
        PropertyChange(object: plane, property: damageProperty, value: UInt64(made)))
    }
    defer { if let blob { try? device.destroyBlob(blob) } }
    try device.commit(changes, flags: [.event, .nonblocking], userData: userData)
  }

  func setMode(_ framebuffer: UInt32) throws(Errno) {
    func set(_ others: [InheritedState.Setting]) throws(Errno) {
      try device.commit(
        everything(framebuffer) + others.map(\.change), flags: .allowModeSet, userData: 0)
    }
    let left = leftSince()
    do throws(Errno) { try set(left) } catch .invalidArgument where !left.isEmpty {
      try set([])
      return
    }
    inherited += left
  }

  /// What another program left that was here since the start: nothing that is put back at the end.
  ///
  /// A driver that refuses to have it put right, or does not tell, shows pictures as it is.
  private func leftSince() -> [InheritedState.Setting] {
    let state = try? InheritedState(of: device, crtc: crtc, primary: primary)
    let all = (try? state?.everything(on: device)) ?? []
    return all.filter { found in !inherited.contains { $0.isSame(as: found) } }
      .map(\.withoutPast)
  }

  // MARK: - Leaving

  func putBack() throws(Errno) {
    guard inheritedFramebuffer != 0 else { throw .notFound }
    let before = PropertyChange(
      object: plane, property: framebufferProperty, value: inheritedFramebuffer)
    try (pipeline + inherited).puttingBack(on: device) { changes throws(Errno) in
      let others = try neighbours.returning()
      try device.commit(changes + others + [before], flags: .allowModeSet, userData: 0)
    }
  }

  func turnOff() throws(Errno) {
    try device.commit(darkness + neighbours.leaving(), flags: .allowModeSet, userData: 0)
  }

  // MARK: - Changes

  private func picture(_ framebuffer: UInt32) -> PropertyChange {
    PropertyChange(object: plane, property: framebufferProperty, value: UInt64(framebuffer))
  }

  private func everything(_ framebuffer: UInt32) throws(Errno) -> [PropertyChange] {
    // A link that was lost comes back with the mode set that calls it good.
    let link = linkStatus.map { [$0] } ?? []
    return pipeline.map(\.change) + inherited.map(\.change) + [picture(framebuffer)] + link
      + (try neighbours.leaving())
  }
}

extension [DamageRectangle] {
  /// The kernel's own form, `drm_mode_rect` after `drm_mode_rect`.
  var kernelBytes: [UInt8] {
    var bytes: [UInt8] = []
    for rectangle in self {
      for edge in [rectangle.x1, rectangle.y1, rectangle.x2, rectangle.y2] {
        Swift.withUnsafeBytes(of: edge) { bytes += $0 }
      }
    }
    return bytes
  }
}
