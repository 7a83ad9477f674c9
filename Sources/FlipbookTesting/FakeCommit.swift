import KMS
import Linux

/// What a card would be like after a change: made on a copy, checked, then made true.
struct FakeCommit {
  struct CRTC: Equatable {
    var isActive: Bool
    var mode: DisplayMode?
    var modeBlob: UInt32
    var connectors: [UInt32]
  }

  struct Plane {
    var crtc: UInt32 = 0
    var framebuffer: FakeFramebuffer?
    /// Where on the screen, and how large.
    var target = FakeArea()
    /// Which part of the framebuffer, in 1/65536 of a pixel.
    var source = FakeArea()
  }

  /// A property that only is remembered.
  struct Setting: Hashable {
    var object: UInt32
    var property: FakeProperty
  }

  var crtcs: [UInt32: CRTC] = [:]
  var planes: [UInt32: Plane] = [:]
  var settings: [Setting: UInt64] = [:]
  var damage: [DamageRectangle]?
  /// CRTCs that take part, in the order in which they came to do so.
  var touched: [UInt32] = []
  /// Planes that something was asked of.
  var touchedPlanes: Set<UInt32> = []
  /// Connectors whose link is to be set up anew.
  var mended: Set<UInt32> = []
  /// Whether its pictures are up at once, as a mode set's are, and not at the next vblank.
  var isInstant = false

  mutating func touch(_ crtc: UInt32) {
    if crtc != 0, !touched.contains(crtc) { touched.append(crtc) }
  }

  /// Feeds a connector from another CRTC, or from none.
  mutating func feed(_ connector: UInt32, from target: UInt32) {
    let present = crtcs.first { $0.value.connectors.contains(connector) }?.key
    if let present { touch(present) }
    touch(target)
    guard present ?? 0 != target else { return }
    if let present { crtcs[present]?.connectors.removeAll { $0 == connector } }
    crtcs[target]?.connectors.append(connector)
  }

  /// Turns a CRTC off.
  mutating func turnOff(_ crtc: UInt32) {
    touch(crtc)
    crtcs[crtc] = CRTC(isActive: false, mode: nil, modeBlob: 0, connectors: [])
  }
}
