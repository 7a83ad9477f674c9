public import Pixels

/// Decodes the files of a sequence for a screen; each worker's thread has one of its own.
public final class FileWorker: FrameWorker {
  private let frames: [FrameReference]
  private let layout: FrameLayout
  private let decoder = FrameDecoder()

  /// Makes a worker; it takes no memory before its first frame.
  ///
  /// - Parameters:
  ///   - sequence: whose frames.
  ///   - layout: the screen, and how a picture fills it.
  public init(sequence: FrameSequence, layout: FrameLayout) {
    frames = sequence.frames
    self.layout = layout
  }

  /// Tells what a frame takes, from its file's header.
  public func cost(of frame: Int) throws(FrameFault) -> DecodeCost {
    do throws(DecodeError) {
      return try decoder.cost(path: frames[frame].path, layout: layout)
    } catch {
      throw FrameFault(error.problem)
    }
  }

  /// Decodes a frame's file.
  public func picture(
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
