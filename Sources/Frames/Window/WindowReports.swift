public import Pixels

/// How a frame stands with the window.
public enum FrameState: Sendable {
  /// Decoded; the picture may be kept while it is drawn or shown.
  case ready(FittedPicture)
  /// Not decoded yet; the loop is woken when it is, or when it turns out bad.
  case pending
  /// It cannot be decoded: a sentence without the frame's name.
  case bad(reason: String)
}

/// What the loop should hear of, each once.
public enum WindowNotice: Sendable, Hashable {
  /// A frame cannot be decoded: its index, its file's name, and a sentence without that name.
  case badFrame(index: Int, name: String, reason: String)
  /// With `--cache all`: the sequence is larger than the budget, so it is decoded as it plays.
  case exceedsBudget(heldFrames: Int, frames: Int, budget: Int)
}

/// Figures of a window, for `--stats` and for the progress line of a long wait.
public struct WindowStatistics: Sendable, Hashable {
  /// The most bytes that pictures held, in use and being decoded came to.
  public var peakBytes: Int
  /// Frames decoded since the start, again ones counted again.
  public var decodedFrames: Int
  /// Bytes of the pictures that are held.
  public var heldBytes: Int
  /// Pictures that are held.
  public var heldFrames: Int
  /// Frames of the sequence that are bad.
  public var badFrames: Int

  /// Figures of no window.
  package static let none = WindowStatistics(
    peakBytes: 0, decodedFrames: 0, heldBytes: 0, heldFrames: 0, badFrames: 0)
}
