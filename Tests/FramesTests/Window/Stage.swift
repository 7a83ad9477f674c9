import Frames
import Glibc
import Pixels
import Synchronization
import Timing

/// Frames without files for a window: each one's pixels are its number.
final class Stage: Sendable {
  static let size = PixelSize(width: 8, height: 4)
  static let frameBytes = Bitmap.byteCount(size: size, format: .xrgb8888)

  private struct Record {
    var counts: [Int]
    var reservedBytes = 0
    var peakReservedBytes = 0
  }

  let count: Int
  private let bad: Set<Int>
  private let record: Mutex<Record>
  private let bell = Bell()

  init(count: Int, bad: Set<Int> = []) {
    self.count = count
    self.bad = bad
    record = Mutex(Record(counts: Array(repeating: 0, count: count)))
  }

  var decodeCounts: [Int] { record.withLock { $0.counts } }
  /// The most bytes that decodes under way had reserved at a time.
  var peakReservedBytes: Int { record.withLock { $0.peakReservedBytes } }

  /// Whether a decode is under way.
  var isDecoding: Bool { record.withLock { $0.reservedBytes > 0 } }

  func window(
    budget: Int, ceiling: Int? = nil, cache: CacheMode = .window, workers: Int = 2,
    frames: [FrameReference]? = nil,
    playhead: PlayheadPlan = PlayheadPlan(index: 0), ledger: MemoryLedger? = nil
  ) -> FrameWindow {
    let frames = frames ?? (0..<count).map { FrameReference(path: "stage/\($0).png", number: $0) }
    return FrameWindow(
      sequence: FrameSequence(name: "stage", frames: frames), budget: budget, ceiling: ceiling,
      cache: cache, workers: workers, playhead: playhead, ledger: ledger,
      makeWorker: { StageWorker(stage: self) }, wake: { self.bell.ring() })
  }

  /// The number in a frame's pixels once it is ready; nil if it is bad.
  func waitForPicture(_ window: FrameWindow, _ index: Int) -> UInt8? {
    bell.waitForPicture(window, index)
  }

  /// Waits until the window rings.
  func wait() { bell.wait() }

  /// Waits until nothing is being decoded.
  func waitForRest(_ window: FrameWindow) {
    while window.isBusy { bell.wait() }
  }

  fileprivate func decode(
    _ index: Int, _ limit: Int, _ pool: BitmapPool
  ) throws(FrameFault) -> FittedPicture {
    record.withLock {
      $0.counts[index] += 1
      $0.reservedBytes += limit
      $0.peakReservedBytes = max($0.peakReservedBytes, $0.reservedBytes)
    }
    defer { record.withLock { $0.reservedBytes -= limit } }
    if bad.contains(index) { throw FrameFault("its data ends early") }
    var bitmap = Bitmap(size: Self.size, format: .xrgb8888, pool: pool)
    bitmap.withMutableBytes { bytes in
      for place in bytes.indices { bytes[place] = UInt8(index) }
    }
    return FittedPicture(picture: Picture(bitmap), origin: .zero)
  }
}

/// Paints a stage's frames.
private final class StageWorker: FrameWorker {
  private let stage: Stage

  init(stage: Stage) { self.stage = stage }

  func cost(of frame: Int) throws(FrameFault) -> DecodeCost {
    DecodeCost(resultBytes: Stage.frameBytes, peakBytes: Stage.frameBytes + 16)
  }

  func picture(
    of frame: Int, memoryLimit: Int, pool: BitmapPool
  ) throws(FrameFault) -> FittedPicture {
    try stage.decode(frame, memoryLimit, pool)
  }
}

/// What a loop's wake-up is to a test: it waits for rings, and none is lost.
final class Bell: @unchecked Sendable {
  // Unchecked because of the pointer; a semaphore is made for many threads.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func ring() { sem_post(semaphore) }

  func wait() { sem_wait(semaphore) }

  /// The first byte of a frame once it is ready; nil if it is bad.
  func waitForPicture(_ window: FrameWindow, _ index: Int) -> UInt8? {
    while true {
      switch window.frame(index) {
      case .ready(let fitted): return fitted.picture.bitmap.withBytes { $0.first }
      case .bad: return nil
      case .pending: wait()
      }
    }
  }
}
