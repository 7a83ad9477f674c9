/// What a playback shows at one moment.
public struct PlaybackPosition: Sendable, Hashable {
  /// The frame, counted from 0.
  public let frame: Int
  /// The place on the line of frame times: the neighbour before is one less, the one after one more.
  public let step: Int64
  /// The cycle, counted from 0; negative where a playback without end ran back past its start.
  public let iteration: Int
  /// Which way the frame numbers go.
  public let direction: Direction
  /// How far it is, 0 to 1: of the whole playback, or of the cycle where it has no end.
  public let progress: Double
  /// Whether it has run to an end; the frame is then the last one shown.
  public let hasEnded: Bool
}
