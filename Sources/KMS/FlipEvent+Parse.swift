extension FlipEvent {
  /// `DRM_EVENT_FLIP_COMPLETE`.
  private static let flipCompleteType: UInt32 = 2
  private static let headerBytes = 8
  private static let vblankEventBytes = 32

  /// Takes the completed flips out of what a card's descriptor gave; other events are passed over.
  ///
  /// Each event begins with its type and its length, so that unknown ones can be skipped.
  static func parse(_ bytes: UnsafeRawBufferPointer) -> [FlipEvent] {
    var events: [FlipEvent] = []
    var offset = 0
    func word(_ at: Int) -> UInt32 {
      bytes.loadUnaligned(fromByteOffset: offset + at, as: UInt32.self)
    }
    while offset + headerBytes <= bytes.count {
      let length = Int(word(4))
      guard length >= headerBytes, offset + length <= bytes.count else { break }
      if word(0) == flipCompleteType, length >= vblankEventBytes {
        let userData = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
        events.append(
          FlipEvent(
            crtc: word(28), sequence: word(24),
            timestamp: Int64(word(16)) * 1_000_000_000 + Int64(word(20)) * 1000,
            userData: userData))
      }
      offset += length
    }
    return events
  }
}
