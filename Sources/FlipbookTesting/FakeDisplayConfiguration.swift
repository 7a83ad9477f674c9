public import KMS
public import Pixels

/// Which kind of driver a simulated display behaves like.
public enum FakeProfile: String, Sendable, Hashable, CaseIterable {
  /// With vblank; a CRTC may run with no picture: as `vkms` and most hardware.
  case vblank
  /// Without vblank, and a CRTC that loses its picture turns off: as `bochs`.
  case noVblank
  /// Without vblank, buffers copied to a host, 32 bits a pixel only: as `virtio-gpu`.
  case hostCopy

  /// Whether flips wait for a vblank that has a number.
  public var hasVblank: Bool { self == .vblank }
}

/// One connector of a simulated card.
public struct FakeOutput: Sendable, Hashable {
  /// The kernel's name, "Virtual-1".
  public var name: String
  /// `DRM_MODE_CONNECTOR_…`; 15 is virtual, 11 HDMI-A, 14 eDP.
  public var type: UInt32
  /// Whether something is plugged in.
  public var status: ConnectorStatus
  /// The modes on offer while something is.
  public var modes: [FakeMode]
  /// Whether it is no desktop display: a headset, say.
  public var isNonDesktop: Bool
  /// How its panel is built in; nil for a connector without that property.
  public var panelOrientation: PanelOrientation?
  /// Bit i allows the i-th CRTC.
  public var possibleCRTCs: UInt32

  /// Makes a connector, by default one that any CRTC can feed.
  public init(
    name: String = "Virtual-1", type: UInt32 = 15, status: ConnectorStatus = .connected,
    modes: [FakeMode], isNonDesktop: Bool = false,
    panelOrientation: PanelOrientation? = nil, possibleCRTCs: UInt32 = .max
  ) {
    self.name = name
    self.type = type
    self.status = status
    self.modes = modes
    self.isNonDesktop = isNonDesktop
    self.panelOrientation = panelOrientation
    self.possibleCRTCs = possibleCRTCs
  }
}

/// What a simulated card is like; misbehaviour is `FakeFaults`.
public struct FakeDisplayConfiguration: Sendable, Hashable {
  /// The connectors; each brings an encoder.
  public var outputs: [FakeOutput]
  /// The number of CRTCs, 1 to 32; nil for as many as there are outputs.
  public var crtcCount: Int?
  /// The kind of driver.
  public var profile: FakeProfile
  /// What the driver calls itself.
  public var driverName = "fake"
  /// The kernel that it stands for, where answers depend on that.
  public var kernel = KernelVersion(6, 12)
  /// Formats that the primary planes take; nil for those usual for the profile.
  public var formats: [PixelFormat]?
  /// Whether planes, and so formats, can be asked for; false for a kernel from before them.
  public var tellsFormats = true
  /// Whether properties can be set together.
  public var isAtomic = true
  /// Whether buffers for drawing with the processor can be made; false for a card that only renders.
  public var hasDumbBuffers = true
  /// How many overlay planes there are, which any CRTC may use.
  public var overlayCount = 0
  /// Whether the driver wants rows copied into its buffers.
  public var prefersShadow = false
  /// 0 for rows as short as can be, else rows are padded by 1 to this many bytes, to a multiple.
  public var pitchPadding = 0
  /// The widest and tallest framebuffer.
  public var maximumSize = PixelSize(width: 8192, height: 8192)
  /// Bytes of all buffers together above which there is no memory; nil for no limit.
  public var memoryLimit: UInt64?
  /// Whether the first output is lit already, in its first mode, with a console's picture.
  public var consoleIsLit = true
  /// Whether another program holds the right to set modes.
  public var masterIsHeldByAnother = false
  /// Whether this program may take that right while nobody holds it, as root may.
  public var isPrivileged = true
  /// The vblank number at the start; near 2³² it shows who cannot count past the wrap.
  public var firstSequence: UInt64 = 1
  /// Nanoseconds until a flip is done on a profile without vblank.
  public var flipLatency: Int64 = 1_000_000
  /// How many changes of picture the record keeps, of all outputs together.
  public var recordLimit = 65_536
  /// What goes wrong.
  public var faults = FakeFaults()

  /// Makes a card from its connectors.
  public init(outputs: [FakeOutput], profile: FakeProfile = .vblank) {
    self.outputs = outputs
    self.profile = profile
  }

  /// Makes a card with one connected display, 1920x1080 at 60 Hz unless told otherwise.
  public init(
    size: PixelSize = PixelSize(width: 1920, height: 1080),
    refresh: FakeRefreshRate = FakeRefreshRate(60), profile: FakeProfile = .vblank
  ) {
    let mode = FakeMode(size, refresh: refresh, isPreferred: true)
    self.init(outputs: [FakeOutput(modes: [mode])], profile: profile)
  }

  /// The formats that the primary planes take.
  public var scanOutFormats: [PixelFormat] {
    formats ?? (profile == .vblank ? [.xrgb8888, .rgb565] : [.xrgb8888])
  }
}
