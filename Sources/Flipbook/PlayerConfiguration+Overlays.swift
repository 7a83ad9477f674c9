extension PlayerConfiguration {
  /// A picture at a place of the screen, over what is played.
  public struct Overlay: Sendable, Hashable {
    /// Where an edge of the picture lies, in pixels of the screen.
    public enum Edge: Sendable, Hashable {
      /// Its left or top edge, so far from that of the screen.
      case fromStart(Int)
      /// Its right or bottom edge, so far from that of the screen.
      case fromEnd(Int)
    }

    /// The path of a PNG or JPEG.
    public var picture: String
    /// Where it lies across.
    public var x: Edge
    /// Where it lies down.
    public var y: Edge

    /// Makes an overlay.
    public init(picture: String, x: Edge, y: Edge) {
      self.picture = picture
      self.x = x
      self.y = y
    }
  }

  /// A picture that turns in the middle of the screen for as long as the player runs.
  public struct Spinner: Sendable, Hashable {
    /// The path of a PNG or JPEG.
    public var picture: String
    /// How long a turn takes; more than nothing.
    public var duration: Duration

    /// Makes a spinner; without a duration, of one turn a second.
    public init(picture: String, duration: Duration = .seconds(1)) {
      self.picture = picture
      self.duration = duration
    }
  }
}
