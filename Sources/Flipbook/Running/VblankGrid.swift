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

extension VblankGrid {
  /// The vblank that a flip asked for now would be seen at.
  func soonestVblank(now: Int64) -> Int64 {
    // A flip asked for in the last moment before a vblank may or may not make it.
    flipsAtVblank ? vblank(after: now + Int64(period / 32)) : vblank(after: now) - 1
  }

  /// Whether a flip asked for now cannot be seen before a vblank: the one before it has passed.
  ///
  /// In the last moment before a vblank `soonestVblank` is the one after it, and a flip for that one
  /// might come too early; in the first moment after it too, as far as a clock can tell.
  ///
  /// - Parameter seen: the last vblank that is known to have brought a picture.
  func isTurn(ofVblank vblank: Int64, now: Int64, seen: Int64) -> Bool {
    guard flipsAtVblank else { return self.vblank(after: now) - 1 >= vblank }
    let doubt = seen >= vblank - 1 ? 0 : Int64(period / 32)
    return self.vblank(after: now - doubt) >= vblank
  }

  /// When to ask for a flip that is to be seen at a vblank: an eighth of a period after the one
  /// before, so that a clock a little ahead does not flip one too early.
  func submissionTime(_ vblank: Int64) -> Int64 {
    flipsAtVblank ? time(ofVblank: vblank - 1) + Int64(period / 8) : time(ofVblank: vblank)
  }
}

extension VblankClock: VblankGrid {
  var flipsAtVblank: Bool { kind == .hardware }
}
