import Linux

/// Properties that another program may have left in a way that would spoil our pictures.
///
/// A plane turned by the splash screen, colours made warm for the evening, somebody's pointer on a
/// plane of its own: put right on taking over, and put back on leaving.
struct InheritedState {
  /// A property, what we want of it, and what it was.
  struct Setting {
    var object: UInt32
    var kind: KMSObjectKind
    var property: UInt32
    var wanted: UInt64
    var inherited: UInt64
    /// What the inherited value held, where it is a blob: the kernel frees it when it is replaced.
    var blob: [UInt8]?

    /// Whether it is of the same property.
    func isSame(as other: Setting) -> Bool {
      object == other.object && property == other.property
    }

    /// The same for who had it right before, and lost it to another program: nothing to put back.
    var withoutPast: Setting {
      var setting = self
      setting.inherited = wanted
      setting.blob = nil
      return setting
    }

    /// The change that we make.
    var change: PropertyChange {
      PropertyChange(object: object, property: property, value: wanted)
    }
  }

  /// What has to be set right; empty where all is as it should be.
  private(set) var settings: [Setting] = []
  /// Other planes that show something on our CRTC.
  private(set) var foreignPlanes: [UInt32] = []

  /// Looks at a CRTC and its planes.
  ///
  /// - Parameters:
  ///   - device: the card.
  ///   - crtc: that we are to use.
  ///   - primary: its primary plane; nil where planes are not listed.
  init(of device: any KMSDevice, crtc: UInt32, primary: Plane?) throws(Errno) {
    let properties = try device.properties(of: crtc, kind: .crtc)
    for name in ["GAMMA_LUT", "DEGAMMA_LUT", "CTM", "VRR_ENABLED"] {
      guard let property = properties[name], property.value != 0 else { continue }
      settings.append(
        try Self.setting(property, on: crtc, kind: .crtc, wanted: 0, device: device))
    }
    guard let primary else { return }
    let plane = try device.properties(of: primary.id, kind: .plane)
    if let rotation = plane["rotation"], let upright = rotation.value(named: "rotate-0"),
      rotation.value != upright
    {
      settings.append(
        try Self.setting(
          rotation, on: primary.id, kind: .plane, wanted: upright, device: device))
    }
    for id in try device.planes() where id != primary.id {
      do {
        if try device.plane(id).crtc == crtc { foreignPlanes.append(id) }
      } catch .notFound {}
    }
  }

  /// What has to be set right, with the other planes turned off.
  func everything(on device: any KMSDevice) throws(Errno) -> [Setting] {
    var everything = settings
    for foreign in foreignPlanes {
      let properties = try device.properties(of: foreign, kind: .plane)
      for name in ["FB_ID", "CRTC_ID"] {
        guard let property = properties[name] else { continue }
        everything.append(
          try Self.setting(property, on: foreign, kind: .plane, wanted: 0, device: device))
      }
    }
    return everything
  }

  /// Notes what a property is now, with the bytes where that is a blob.
  static func setting(
    _ property: KMSProperty, on object: UInt32, kind: KMSObjectKind, wanted: UInt64,
    device: any KMSDevice
  ) throws(Errno) -> Setting {
    var setting = Setting(
      object: object, kind: kind, property: property.id, wanted: wanted,
      inherited: property.value)
    if property.kind == .blob, let id = UInt32(exactly: property.value), id != 0 {
      setting.blob = try device.blob(id)
    }
    return setting
  }
}

extension [InheritedState.Setting] {
  /// Calls with the changes that put everything back, blobs made anew.
  func puttingBack(
    on device: any KMSDevice, _ body: ([PropertyChange]) throws(Errno) -> Void
  ) throws(Errno) {
    var blobs: [UInt32] = []
    defer {
      // The kernel keeps what a property has.
      for blob in blobs { try? device.destroyBlob(blob) }
    }
    var changes: [PropertyChange] = []
    for setting in self {
      var value = setting.inherited
      if let bytes = setting.blob {
        let blob = try device.createBlob(bytes)
        blobs.append(blob)
        value = UInt64(blob)
      }
      changes.append(
        PropertyChange(object: setting.object, property: setting.property, value: value))
    }
    try body(changes)
  }
}
