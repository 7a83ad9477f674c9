import KMS

/// The vblanks of a screen, past and to come, as a schedule needs them.
protocol VblankGrid {
  /// Nanoseconds from one vblank to the next.
  var period: Double { get }
  /// Whether a flip asked for now is seen at the next vblank; otherwise at once.
  var flipsAtVblank: Bool { get }
  /// When a vblank is, in loop time.
  func time(ofVblank vblank: Int64) -> Int64
  /// The first vblank later than a time.
  func vblank(after time: Int64) -> Int64
}

extension VblankClock: VblankGrid {
  var flipsAtVblank: Bool { kind == .hardware }
}
