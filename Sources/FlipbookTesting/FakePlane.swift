import KMS

/// A part of the simulated hardware that reads a framebuffer for a CRTC.
///
/// What a primary plane reads is its CRTC's own affair; another plane only remembers what it was
/// told.
final class FakePlane {
  let id: UInt32
  let kind: PlaneKind
  /// Bit i allows the i-th CRTC.
  let possibleCRTCs: UInt32
  /// The CRTC that it reads for; 0 for none.
  var crtc: UInt32 = 0
  /// What it reads, where it is not primary.
  var framebuffer: FakeFramebuffer?
  /// Where on the screen, and how large.
  var target = FakeArea()
  /// Which part of the framebuffer, in 1/65536 of a pixel.
  var source = FakeArea()

  init(id: UInt32, kind: PlaneKind, possibleCRTCs: UInt32) {
    self.id = id
    self.kind = kind
    self.possibleCRTCs = possibleCRTCs
  }
}

/// A rectangle as properties give it.
struct FakeArea: Equatable {
  var x: Int64 = 0
  var y: Int64 = 0
  var width: Int64 = 0
  var height: Int64 = 0
}
