import CLinux
import Frames
import Glibc
import KMS
import Linux
import Pixels
import Timing

/// What decoding and copying cost: medians over the frames of a source.
public struct BenchFigures: Sendable, Hashable {
  /// What is measured.
  public enum Part: String, Sendable, CaseIterable {
    /// Decoding alone.
    case decode
    /// Copying alone, of the first frame.
    case copy
    /// Both.
    case all
  }

  /// Frames that were decoded.
  public var frames = 0
  /// Processor time of decoding one frame to the screen's format, in milliseconds.
  public var decodeMilliseconds = 0.0
  /// Time of the same by the clock, in milliseconds.
  public var decodeWallMilliseconds = 0.0
  /// Processor time of copying one frame into a buffer, in milliseconds.
  public var copyMilliseconds = 0.0
  /// Processor time of one `memcpy` of a frame of the screen, in milliseconds.
  public var memcpyMilliseconds = 0.0
  /// Processor time of turning one frame by a quarter, as decoding for a turned panel ends with.
  public var turnMilliseconds = 0.0

  private static let mostFrames = 60
  private static let copies = 200

  /// Decodes up to 60 frames of a source for a screen of 1920x1080 and copies them, on the calling
  /// thread.
  ///
  /// - Throws: a sentence where the source or a frame of it is bad.
  public static func measure(
    _ configuration: PlayerConfiguration, _ part: Part = .all
  ) throws(PlayerError) -> BenchFigures {
    let sequence = try Programme.open(configuration).sequence
    let layout = FrameLayout(
      screen: PixelSize(width: 1920, height: 1080), fit: configuration.fit,
      background: configuration.background, format: configuration.format.usual)
    let decoder = FrameDecoder()
    let pool = BitmapPool(limit: configuration.budget)
    var wall: [Double] = []
    var processor: [Double] = []
    var last: FittedPicture?
    for reference in sequence.frames.prefix(part == .copy ? 1 : mostFrames) {
      // What the last frame held is used again, as in a player.
      last = nil
      let begin = (CLOCK_MONOTONIC.now, CLOCK_THREAD_CPUTIME_ID.now)
      do {
        last = try decoder.decode(
          path: reference.path, layout: layout, memoryLimit: configuration.budget, pool: pool)
      } catch {
        throw PlayerError(.failed, error.description)
      }
      wall.append(CLOCK_MONOTONIC.now - begin.0)
      processor.append(ProcessorTime.now - begin.1)
    }
    guard let last else { throw PlayerError(.failed, "\(sequence.name) has no frames.") }
    var figures = BenchFigures()
    figures.frames = processor.count
    figures.decodeMilliseconds = median(processor)
    figures.decodeWallMilliseconds = median(wall)
    if part != .decode {
      (figures.copyMilliseconds, figures.memcpyMilliseconds) = copy(last, layout)
      figures.turnMilliseconds = turn(last, pool)
    }
    return figures
  }

  /// Copies a picture to two screen buffers in turn, with one `memcpy` of the whole after each.
  private static func copy(_ picture: FittedPicture, _ layout: FrameLayout) -> (Double, Double) {
    let stride = layout.screen.width * layout.format.bytesPerPixel
    let bytes = stride * layout.screen.height
    let buffers = (0..<2).map { _ in
      UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
    }
    let whole = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
    defer {
      for buffer in buffers { buffer.deallocate() }
      whole.deallocate()
    }
    whole.initializeMemory(as: UInt8.self, repeating: 1)
    var painters = [ScreenPainter(), ScreenPainter()]
    var painting: [Double] = []
    var copying: [Double] = []
    for turn in 0..<copies {
      let buffer = buffers[turn % 2]
      let begin = ProcessorTime.now
      painters[turn % 2].paint(
        picture, background: layout.background, screen: layout.screen, format: layout.format,
        into: buffer, strideBytes: stride)
      let middle = ProcessorTime.now
      buffer.copyMemory(from: UnsafeRawBufferPointer(whole))
      copying.append(ProcessorTime.now - middle)
      painting.append(middle - begin)
    }
    return (median(painting), median(copying))
  }

  /// Turns a picture by a quarter again and again, into memory that is handed round as a player's.
  private static func turn(_ picture: FittedPicture, _ pool: BitmapPool) -> Double {
    var turning: [Double] = []
    for _ in 0..<(copies / 4) {
      let begin = ProcessorTime.now
      let turned = picture.picture.bitmap.turned(.quarter, pool: pool)
      turning.append(ProcessorTime.now - begin)
      precondition(turned.size.width == picture.picture.bitmap.size.height)
    }
    return median(turning)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// The figures as one JSON object.
  public var json: JSONObject {
    var object = JSONObject()
    object.add("frames", frames)
    object.add("decode_ms", decodeMilliseconds)
    object.add("decode_wall_ms", decodeWallMilliseconds)
    object.add("copy_ms", copyMilliseconds)
    object.add("memcpy_ms", memcpyMilliseconds)
    object.add("turn_ms", turnMilliseconds)
    return object
  }

  /// The figures for people, a line each.
  public var text: String {
    """
    frames decoded   \(frames)
    decoding         \(Self.show(decodeMilliseconds)) ms of processor time a frame
    copying          \(Self.show(copyMilliseconds)) ms a frame
    one memcpy       \(Self.show(memcpyMilliseconds)) ms
    turning          \(Self.show(turnMilliseconds)) ms a frame, by a quarter

    """
  }

  static func show(_ milliseconds: Double) -> String {
    let hundredths = Int((milliseconds * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

/// Time that a thread has had of a processor.
enum ProcessorTime {
  /// The calling thread's so far, in milliseconds.
  static var now: Double { CLOCK_THREAD_CPUTIME_ID.now }
}

extension clockid_t {
  /// What the clock says, in milliseconds.
  fileprivate var now: Double {
    var time = timespec()
    clock_gettime(self, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }
}
