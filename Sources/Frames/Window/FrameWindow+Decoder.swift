internal import Pixels

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
    let frames = sequence.frames
    self.init(
      sequence: sequence, budget: budget, cache: cache, workers: workers, playhead: playhead,
      makeWorker: { DecodingWorker(frames: frames, layout: layout) }, wake: wake)
  }
}

/// Decodes the files of a sequence on one thread.
private final class DecodingWorker: FrameWorker {
  private let frames: [FrameReference]
  private let layout: FrameLayout
  private let decoder = FrameDecoder()

  init(frames: [FrameReference], layout: FrameLayout) {
    self.frames = frames
    self.layout = layout
  }

  func cost(of frame: Int) throws(FrameFault) -> DecodeCost {
    do throws(DecodeError) {
      return try decoder.cost(path: frames[frame].path, layout: layout)
    } catch {
      throw FrameFault(error.problem)
    }
  }

  func picture(
    of frame: Int, memoryLimit: Int, pool: BitmapPool
  ) throws(FrameFault) -> FittedPicture {
    do throws(DecodeError) {
      return try decoder.decode(
        path: frames[frame].path, layout: layout, memoryLimit: memoryLimit, pool: pool)
    } catch {
      throw FrameFault(error.problem)
    }
  }
}
