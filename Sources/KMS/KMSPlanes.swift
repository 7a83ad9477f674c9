/// What a plane is for: the property `type`.
public enum PlaneKind: UInt64, Sendable, Hashable {
  /// Laid over the primary one.
  case overlay = 0
  /// The picture that a CRTC cannot do without on most hardware.
  case primary = 1
  /// A small picture that moves about.
  case cursor = 2
}

/// A part of the hardware that reads a framebuffer for a CRTC: `drm_mode_get_plane`.
public struct Plane: Sendable, Hashable {
  /// The kernel's object number.
  public var id: UInt32
  /// What it is for; nil where the kernel does not say.
  public var kind: PlaneKind?
  /// Bit i stands for the i-th CRTC in the order of `KMSResources.crtcs`.
  public var possibleCRTCs: UInt32
  /// Formats that it reads, as the kernel's four-character codes.
  public var formats: [UInt32]
  /// The CRTC that it reads for now; 0 for none.
  public var crtc: UInt32
  /// The framebuffer that it reads now; 0 for none.
  public var framebuffer: UInt32

  /// Makes a description.
  public init(
    id: UInt32, kind: PlaneKind?, possibleCRTCs: UInt32, formats: [UInt32], crtc: UInt32 = 0,
    framebuffer: UInt32 = 0
  ) {
    self.id = id
    self.kind = kind
    self.possibleCRTCs = possibleCRTCs
    self.formats = formats
    self.crtc = crtc
    self.framebuffer = framebuffer
  }
}

/// A part of a framebuffer, right and bottom edge excluded: `drm_mode_rect`, `drm_clip_rect`.
public struct DamageRectangle: Sendable, Hashable {
  /// The first column.
  public var x1: Int32
  /// The first row.
  public var y1: Int32
  /// The column after the last.
  public var x2: Int32
  /// The row after the last.
  public var y2: Int32

  /// Makes a rectangle from its edges.
  public init(x1: Int32, y1: Int32, x2: Int32, y2: Int32) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }
}

/// How strong each colour comes out, by its strength in the framebuffer: `drm_mode_crtc_lut`.
public struct GammaRamp: Sendable, Hashable {
  /// Red, from none to full.
  public var red: [UInt16]
  /// Green, as long as red.
  public var green: [UInt16]
  /// Blue, as long as red.
  public var blue: [UInt16]

  /// Makes a ramp from three lists of one length.
  public init(red: [UInt16], green: [UInt16], blue: [UInt16]) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The ramp that changes nothing.
  ///
  /// - Parameter count: its length, at least 2.
  public static func linear(count: Int) -> GammaRamp {
    let ramp = (0..<count).map { UInt16($0 * 65535 / max(1, count - 1)) }
    return GammaRamp(red: ramp, green: ramp, blue: ramp)
  }
}
