public import Frames
public import Pixels

/// Animators are made for a stage: its loop moves them, and its memory is shared among them.
extension FrameAnimator {
  /// Makes an animator of files by name; none is looked at before its frame is wanted.
  ///
  /// - Parameters:
  ///   - frames: names, in the order of playing; at least one.
  ///   - folder: where the names are; nil for where the program was started.
  ///   - stage: where it plays.
  public convenience init(frames: [String], folder: String? = nil, on stage: Stage) {
    self.init(frames: frames, folder: folder, host: stage.performance)
  }

  /// Makes an animator of what a player would play: a folder, a pattern, a quoted glob or a file.
  ///
  /// - Parameters:
  ///   - source: as on the command line.
  ///   - stage: where it plays.
  /// - Throws: a sentence where there is nothing to play.
  public convenience init(source: String, on stage: Stage) throws(PlayerError) {
    try self.init(source: source, host: stage.performance)
  }

  /// Makes an animator of pictures that the program draws, each when it is wanted.
  ///
  /// - Parameters:
  ///   - count: how many frames, at least one.
  ///   - size: of each, in pixels.
  ///   - stage: where it plays.
  ///   - draw: draws a frame into an `argb8888` bitmap, premultiplied; called on workers' threads.
  public convenience init(
    count: Int, size: PixelSize, on stage: Stage,
    draw: @escaping @Sendable (_ frame: Int, _ bitmap: inout Bitmap) -> Void
  ) {
    self.init(count: count, size: size, host: stage.performance, draw: draw)
  }

  /// Makes an animator of pictures that workers of the program's own make.
  ///
  /// - Parameters:
  ///   - count: how many frames, at least one.
  ///   - stage: where it plays.
  ///   - makeWorker: called on each worker's thread for what makes pictures there.
  public convenience init(
    count: Int, on stage: Stage, makeWorker: @escaping @Sendable () -> any FrameWorker
  ) {
    self.init(count: count, makeWorker: makeWorker, host: stage.performance)
  }
}
