/// A timing that a connector can be driven with: the kernel's `drm_mode_modeinfo`.
public struct DisplayMode: Sendable, Hashable {
  /// Pixel clock in kHz.
  public var clock: UInt32
  /// Visible pixels in a row.
  public var hdisplay: UInt16
  /// Pixel at which the horizontal sync pulse starts.
  public var hsyncStart: UInt16
  /// Pixel at which the horizontal sync pulse ends.
  public var hsyncEnd: UInt16
  /// Pixels in a row, blanking included.
  public var htotal: UInt16
  /// Horizontal skew.
  public var hskew: UInt16
  /// Visible rows.
  public var vdisplay: UInt16
  /// Row at which the vertical sync pulse starts.
  public var vsyncStart: UInt16
  /// Row at which the vertical sync pulse ends.
  public var vsyncEnd: UInt16
  /// Rows, blanking included.
  public var vtotal: UInt16
  /// How often each row is scanned, where more than once.
  public var vscan: UInt16
  /// The kernel's rounded refresh rate in Hz.
  public var vrefresh: UInt32
  /// `DRM_MODE_FLAG_…`.
  public var flags: UInt32
  /// `DRM_MODE_TYPE_…`.
  public var type: UInt32
  /// The kernel's name, "1920x1080".
  public var name: String

  /// Makes a mode from all its numbers.
  public init(
    clock: UInt32, hdisplay: UInt16, hsyncStart: UInt16, hsyncEnd: UInt16, htotal: UInt16,
    hskew: UInt16 = 0, vdisplay: UInt16, vsyncStart: UInt16, vsyncEnd: UInt16, vtotal: UInt16,
    vscan: UInt16 = 0, vrefresh: UInt32, flags: UInt32 = 0, type: UInt32 = 0, name: String
  ) {
    self.clock = clock
    self.hdisplay = hdisplay
    self.hsyncStart = hsyncStart
    self.hsyncEnd = hsyncEnd
    self.htotal = htotal
    self.hskew = hskew
    self.vdisplay = vdisplay
    self.vsyncStart = vsyncStart
    self.vsyncEnd = vsyncEnd
    self.vtotal = vtotal
    self.vscan = vscan
    self.vrefresh = vrefresh
    self.flags = flags
    self.type = type
    self.name = name
  }
}

/// Whether something is plugged into a connector.
public enum ConnectorStatus: UInt32, Sendable, Hashable {
  /// A display answers.
  case connected = 1
  /// Nothing is there.
  case disconnected = 2
  /// The driver cannot tell.
  case unknown = 3
}

/// A connector as the kernel describes it: `drm_mode_get_connector`.
public struct Connector: Sendable, Hashable {
  /// The kernel's object number.
  public var id: UInt32
  /// The kernel's name, "HDMI-A-1".
  public var name: String
  /// `DRM_MODE_CONNECTOR_…`.
  public var type: UInt32
  /// Whether something is plugged in.
  public var status: ConnectorStatus
  /// The modes on offer, in the kernel's order.
  public var modes: [DisplayMode]
  /// Encoders that can feed it.
  public var encoders: [UInt32]
  /// The encoder that feeds it now; 0 for none.
  public var currentEncoder: UInt32
  /// The property `non-desktop`: a headset, say.
  public var isNonDesktop: Bool
  /// The property `TILE`: its display is made of several, each with a connector of its own.
  public var isTiled = false
  /// The property `link-status`: the display is dark until a mode is set anew.
  public var isLinkBad = false
  /// How its panel is built in; nil where the kernel does not tell.
  public var panelOrientation: PanelOrientation?

  /// Makes a description.
  public init(
    id: UInt32, name: String, type: UInt32, status: ConnectorStatus, modes: [DisplayMode],
    encoders: [UInt32], currentEncoder: UInt32, isNonDesktop: Bool = false,
    panelOrientation: PanelOrientation? = nil
  ) {
    self.id = id
    self.name = name
    self.type = type
    self.status = status
    self.modes = modes
    self.encoders = encoders
    self.currentEncoder = currentEncoder
    self.isNonDesktop = isNonDesktop
    self.panelOrientation = panelOrientation
  }
}

/// An encoder: which CRTCs may feed a connector through it.
public struct Encoder: Sendable, Hashable {
  /// The kernel's object number.
  public var id: UInt32
  /// The CRTC that feeds it now; 0 for none.
  public var currentCRTC: UInt32
  /// Bit i stands for the i-th CRTC in the order of `KMSResources.crtcs`.
  public var possibleCRTCs: UInt32

  /// Makes a description.
  public init(id: UInt32, currentCRTC: UInt32, possibleCRTCs: UInt32) {
    self.id = id
    self.currentCRTC = currentCRTC
    self.possibleCRTCs = possibleCRTCs
  }
}

/// What a CRTC scans out at the moment: `drm_mode_crtc`.
public struct CRTCState: Sendable, Hashable {
  /// The kernel's object number.
  public var id: UInt32
  /// The framebuffer being scanned out; 0 for none.
  public var framebuffer: UInt32
  /// Column of the framebuffer at the left edge of the screen.
  public var x: UInt32
  /// Row of the framebuffer at the top edge of the screen.
  public var y: UInt32
  /// The mode; nil while the CRTC is off.
  public var mode: DisplayMode?
  /// How many strengths a `GammaRamp` of it has; 0 where it takes none.
  public var gammaSize: Int

  /// Makes a description.
  public init(
    id: UInt32, framebuffer: UInt32, x: UInt32, y: UInt32, mode: DisplayMode?, gammaSize: Int = 0
  ) {
    self.id = id
    self.framebuffer = framebuffer
    self.x = x
    self.y = y
    self.mode = mode
    self.gammaSize = gammaSize
  }
}

/// The objects of a card: `drm_mode_card_res`.
public struct KMSResources: Sendable, Hashable {
  /// Connectors by number.
  public var connectors: [UInt32]
  /// CRTCs by number; an encoder's mask counts in this order.
  public var crtcs: [UInt32]
  /// Encoders by number.
  public var encoders: [UInt32]
  /// The widest framebuffer.
  public var maxWidth: UInt32
  /// The tallest framebuffer.
  public var maxHeight: UInt32

  /// Makes a list.
  public init(
    connectors: [UInt32], crtcs: [UInt32], encoders: [UInt32], maxWidth: UInt32, maxHeight: UInt32
  ) {
    self.connectors = connectors
    self.crtcs = crtcs
    self.encoders = encoders
    self.maxWidth = maxWidth
    self.maxHeight = maxHeight
  }
}

/// A dumb buffer as the kernel made it: `drm_mode_create_dumb`.
public struct DumbBufferInfo: Sendable, Hashable {
  /// The kernel's handle in this file.
  public var handle: UInt32
  /// Bytes from the start of a row to the start of the next: not width × bytes a pixel.
  public var pitch: UInt32
  /// Bytes in all.
  public var size: UInt64

  /// Makes a description.
  public init(handle: UInt32, pitch: UInt32, size: UInt64) {
    self.handle = handle
    self.pitch = pitch
    self.size = size
  }
}

/// A completed page flip: `drm_event_vblank` of type `DRM_EVENT_FLIP_COMPLETE`.
public struct FlipEvent: Sendable, Hashable {
  /// The CRTC that flipped; 0 where an old kernel does not say.
  public var crtc: UInt32
  /// The vblank's number, 32 bits that wrap; 0 from a driver without vblank.
  public var sequence: UInt32
  /// When the vblank was, in nanoseconds of the monotonic clock; the kernel gives microseconds.
  public var timestamp: Int64
  /// What was given to `pageFlip`.
  public var userData: UInt64

  /// Makes an event.
  public init(crtc: UInt32, sequence: UInt32, timestamp: Int64, userData: UInt64) {
    self.crtc = crtc
    self.sequence = sequence
    self.timestamp = timestamp
    self.userData = userData
  }
}

/// A vblank's number and time, asked for: `DRM_IOCTL_CRTC_GET_SEQUENCE`.
public struct VblankSample: Sendable, Hashable {
  /// The vblank's number.
  public var sequence: UInt64
  /// When it was, in nanoseconds of the monotonic clock.
  public var timestamp: Int64

  /// Makes a sample.
  public init(sequence: UInt64, timestamp: Int64) {
    self.sequence = sequence
    self.timestamp = timestamp
  }
}
