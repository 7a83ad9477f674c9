import Frames
import Pixels

/// Where an animator's frames come from.
struct FrameOrigin {
  /// The frames by name; one at least, or there is nothing to play.
  let sequence: FrameSequence
  /// Makes what draws frames; nil for files.
  let maker: (@Sendable () -> any FrameWorker)?

  /// Files by name, in a folder or where the program was started.
  init(names: [String], folder: String?) {
    let prefix = folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    sequence = FrameSequence(
      name: folder ?? names.first ?? "",
      frames: names.map { FrameReference(path: $0.hasPrefix("/") ? $0 : prefix + $0) })
    maker = nil
  }

  /// Files that a source names.
  init(source: String) throws(PlayerError) {
    do {
      sequence = try FrameSource.open(source)
    } catch {
      throw PlayerError(.failed, "\(error)")
    }
    maker = nil
  }

  /// Pictures that the program makes.
  init(count: Int, maker: @escaping @Sendable () -> any FrameWorker) {
    sequence = FrameSequence(
      name: "drawn frames",
      frames: (0..<max(0, count)).map { FrameReference(path: "frame \($0)", number: $0) })
    self.maker = maker
  }

  var count: Int { sequence.frames.count }

  /// Opens a window on the frames; decoding begins at once.
  func window(
    _ measure: FrameMeasure, _ lease: AnimatorMemory.Lease, caching: CacheMode,
    playhead: PlayheadPlan
  ) -> FrameWindow {
    let sequence = sequence
    let layout = measure.layout
    return FrameWindow(
      sequence: sequence, budget: lease.budget, ceiling: lease.ceiling, cache: caching,
      workers: lease.workers, playhead: playhead, ledger: lease.ledger,
      makeWorker: maker ?? { FileWorker(sequence: sequence, layout: layout) }, wake: lease.wake)
  }
}

/// Draws frames with a closure of the program's.
final class DrawingWorker: FrameWorker {
  private let size: PixelSize
  private let draw: @Sendable (Int, inout Bitmap) -> Void

  init(size: PixelSize, draw: @escaping @Sendable (Int, inout Bitmap) -> Void) {
    self.size = size
    self.draw = draw
  }

  func cost(of frame: Int) throws(FrameFault) -> DecodeCost {
    let bytes = Bitmap.byteCount(size: size, format: .argb8888)
    return DecodeCost(resultBytes: bytes, peakBytes: bytes)
  }

  func picture(
    of frame: Int, memoryLimit: Int, pool: BitmapPool
  ) throws(FrameFault) -> FittedPicture {
    let bytes = Bitmap.byteCount(size: size, format: .argb8888)
    guard BitmapPool.systemHasRoom(for: bytes - pool.idleBytes) else {
      throw FrameFault(
        "cannot be drawn: the system has no memory left; lower the budget or end other programs")
    }
    var bitmap = Bitmap(size: size, format: .argb8888, pool: pool)
    bitmap.withMutableBytes { bytes in _ = bytes.initializeMemory(as: UInt8.self, repeating: 0) }
    draw(frame, &bitmap)
    bitmap.forgetNeedlessAlpha()
    return FittedPicture(picture: Picture(bitmap), origin: .zero)
  }
}
