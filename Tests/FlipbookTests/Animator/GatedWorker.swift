import Frames
import Glibc
import Pixels

/// Lets frames through one by one.
final class Gate: @unchecked Sendable {
  // Unchecked because of the pointers; a semaphore is made for many threads.
  private let passes = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private let arrivals = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() {
    sem_init(passes, 0, 0)
    sem_init(arrivals, 0, 0)
  }

  deinit {
    for semaphore in [passes, arrivals] {
      sem_destroy(semaphore)
      semaphore.deallocate()
    }
  }

  func open(frames: Int) {
    for _ in 0..<frames { sem_post(passes) }
  }

  /// Waits until a frame is at the gate.
  func awaitArrival() { sem_wait(arrivals) }

  func pass() {
    sem_post(arrivals)
    sem_wait(passes)
  }
}

/// Makes frames when a test lets it; each one's first byte is its number.
final class GatedWorker: FrameWorker {
  private let gate: Gate
  private let bad: Set<Int>
  private let size = PixelSize(width: 4, height: 2)

  init(_ gate: Gate, bad: Set<Int> = []) {
    self.gate = gate
    self.bad = bad
  }

  func cost(of frame: Int) throws(FrameFault) -> DecodeCost {
    DecodeCost(resultBytes: 32, peakBytes: 32)
  }

  func picture(
    of frame: Int, memoryLimit: Int, pool: BitmapPool
  ) throws(FrameFault) -> FittedPicture {
    gate.pass()
    if bad.contains(frame) { throw FrameFault("is bad") }
    var bitmap = Bitmap(size: size, format: .xrgb8888, pool: pool)
    bitmap.withMutableBytes { bytes in
      for place in bytes.indices { bytes[place] = UInt8(frame) }
    }
    return FittedPicture(picture: Picture(bitmap), origin: .zero)
  }
}
