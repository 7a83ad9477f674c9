/// How much of a sequence is kept decoded.
public enum CacheMode: String, Sendable, Hashable, CaseIterable {
  /// As much as the budget holds, around the play head; a sequence that fits is decoded once.
  case window
  /// The same, and it is said when the sequence does not fit.
  case all
  /// The frame on screen and the next; memory is free as soon as a frame leaves the screen.
  case none
}
