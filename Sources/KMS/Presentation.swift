/// When a picture reached the screen.
public struct Presentation: Sendable, Hashable {
  /// The vblank's number, counted from the first picture's, which is 0; it never wraps.
  ///
  /// On a screen without vblank, the number of the refresh on the clock's own grid.
  public var vblank: Int64
  /// When that was, in nanoseconds of the monotonic clock.
  ///
  /// After a mode set that did not wait for the vblank this lies up to one refresh ahead.
  public var timestamp: Int64

  /// Makes a note.
  public init(vblank: Int64, timestamp: Int64) {
    self.vblank = vblank
    self.timestamp = timestamp
  }
}
