import KMS
import Linux

/// What a card would be like after an atomic commit: changed on a copy, checked, then made true.
struct FakeCommit {
  struct CRTC: Equatable {
    var isActive: Bool
    var mode: DisplayMode?
    var modeBlob: UInt32
    var connectors: [UInt32]
  }

  struct Plane {
    var crtc: UInt32
    var framebuffer: FakeFramebuffer?
    var target: FakeArea
    var source: FakeArea
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
  /// Planes whose picture is set, the same again as well.
  var flipped: Set<UInt32> = []

  mutating func touch(_ crtc: UInt32) {
    if crtc != 0, !touched.contains(crtc) { touched.append(crtc) }
  }
}
