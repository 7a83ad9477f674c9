import KMS

/// A part of the simulated hardware that reads a framebuffer for a CRTC.
final class FakePlane {
  let id: UInt32
  let kind: PlaneKind
  /// Bit i allows the i-th CRTC.
  let possibleCRTCs: UInt32
  /// What it was last told, by a call that was granted.
  var state = FakeCommit.Plane()

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
