public import KMS

/// What `poll(2)` says of a card.
public struct PollAnswer: OptionSet, Sendable {
  /// The bits, of no kernel's.
  public let rawValue: UInt8

  /// Wraps bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Events wait to be read.
  public static let readable = PollAnswer(rawValue: 1)
  /// The card is gone.
  public static let hungUp = PollAnswer(rawValue: 2)
}

/// What ADDFB2 is asked for: `drm_mode_fb_cmd2`, of one plane.
public struct FramebufferRequest: Sendable {
  /// Pixels in a row.
  public var width: UInt32
  /// Rows.
  public var height: UInt32
  /// The format's four-character code.
  public var fourCC: UInt32
  /// The buffer's handle.
  public var handle: UInt32
  /// Bytes from the start of a row to the start of the next.
  public var pitch: UInt32
  /// Bytes from the start of the buffer.
  public var offset: UInt32 = 0
  /// `DRM_MODE_FB_…`.
  public var flags: UInt32 = 0
  /// How pixels are laid out in tiles; 0 for in rows.
  public var modifier: UInt64 = 0

  /// Asks for a framebuffer of a whole buffer.
  public init(width: UInt32, height: UInt32, fourCC: UInt32, buffer: DumbBufferInfo) {
    self.width = width
    self.height = height
    self.fourCC = fourCC
    handle = buffer.handle
    pitch = buffer.pitch
  }
}

/// What PAGE_FLIP is asked for: `drm_mode_crtc_page_flip`.
public struct FlipRequest: Sendable {
  /// The CRTC.
  public var crtc: UInt32
  /// The framebuffer.
  public var framebuffer: UInt32
  /// `DRM_MODE_PAGE_FLIP_…`; 1 asks for the event.
  public var flags: UInt32 = 1
  /// 0 but for a flip at a vblank of a number.
  public var reserved: UInt32 = 0
  /// What the event carries.
  public var userData: UInt64 = 0

  /// Asks for a flip with an event.
  public init(crtc: UInt32, framebuffer: UInt32) {
    self.crtc = crtc
    self.framebuffer = framebuffer
  }
}
