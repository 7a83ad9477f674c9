extension FrameWindow {
  /// Opens a window of decoded files; decoding of the head's frame begins at once.
  ///
  /// - Parameters:
  ///   - sequence: at least one frame.
  ///   - layout: the screen, and how pictures fill it.
  ///   - budget: bytes of pictures held, in use and being decoded.
  ///   - cache: how much is kept.
  ///   - workers: how many frames are decoded at a time at most.
  ///   - playhead: where playing starts.
  ///   - wake: called on a worker when something that the loop waits for has come about.
  public convenience init(
    sequence: FrameSequence, layout: FrameLayout, budget: Int, cache: CacheMode = .window,
    workers: Int = FrameWindow.defaultWorkers, playhead: PlayheadPlan = PlayheadPlan(index: 0),
    wake: @escaping @Sendable () -> Void
  ) {
    self.init(
      sequence: sequence, budget: budget, cache: cache, workers: workers, playhead: playhead,
      makeWorker: { FileWorker(sequence: sequence, layout: layout) }, wake: wake)
  }
}
