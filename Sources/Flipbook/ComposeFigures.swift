import FlipbookTesting
import Glibc
import KMS
import Layers
import Linux
import Pixels

/// What composing costs: a picture of 256x256 with alpha that turns on one of 1920x1080.
public struct ComposeFigures: Sendable, Hashable {
  /// Pictures that were composed.
  public var frames = 0
  /// Pixels of a picture that changed, on the average.
  public var pixels = 0
  /// Processor time of composing one picture, in milliseconds.
  public var frameMilliseconds = 0.0
  /// Processor time of bringing a screen buffer up to it, in milliseconds.
  public var prepareMilliseconds = 0.0
  /// Processor time of finding out that nothing changed, in milliseconds.
  public var idleMilliseconds = 0.0
  /// Whether anything was drawn while nothing changed.
  public var drawsWhenIdle = false

  private static let screen = PixelSize(width: 1920, height: 1080)
  private static let side = 256
  /// Pictures of one turn, two seconds at 60 Hz.
  private static let turn: Int64 = 120
  /// Nanoseconds from picture to picture.
  private static let period: Int64 = 16_666_667

  /// Composes so many pictures, on the calling thread.
  ///
  /// - Throws: a sentence where the simulated screen has no memory.
  public static func measure(frames: Int = 600) throws(PlayerError) -> ComposeFigures {
    var time: Int64 = 0
    let scene = Scene(size: screen, now: { time })
    let background = Layer(
      frame: Rectangle(PixelRectangle(origin: .zero, size: screen)))
    background.content = .picture(Picture(wallpaper()))
    let spinner = Layer(frame: Rectangle(x: 832, y: 412, width: 256, height: 256))
    spinner.content = .picture(Picture(veil()))
    scene.root.addSublayer(background)
    scene.root.addSublayer(spinner)
    spinner.startRotating(duration: .nanoseconds(period * turn))
    let compositor = Compositor(scene: scene)
    let stage = try BenchScreen(size: screen)
    var figures = ComposeFigures()
    figures.frames = frames
    // Two pictures more, which draw all of the canvas and of the second buffer.
    for frame in -2..<frames {
      let begin = ProcessorTime.now
      time += period
      let drawn = compositor.draw(at: time)
      let middle = ProcessorTime.now
      guard case .canvas(let changed) = drawn else { continue }
      let prepared = stage.prepare(compositor, changed)
      stage.show()
      guard frame >= 0 else { continue }
      figures.frameMilliseconds += middle - begin
      figures.prepareMilliseconds += prepared
      figures.pixels += changed.area
    }
    figures.frameMilliseconds /= Double(frames)
    figures.prepareMilliseconds /= Double(frames)
    figures.pixels /= frames
    spinner.stopRotating()
    let begin = ProcessorTime.now
    for _ in 0..<frames {
      time += period
      if case .unchanged = compositor.draw(at: time) { continue }
      figures.drawsWhenIdle = true
    }
    figures.idleMilliseconds = (ProcessorTime.now - begin) / Double(frames)
    return figures
  }

  private static func wallpaper() -> Bitmap {
    bitmap(screen, .xrgb8888) { x, y in
      0xff00_0000 | (x & 255) << 16 | (y & 255) << 8 | (x ^ y) & 255
    }
  }

  private static func veil() -> Bitmap {
    bitmap(PixelSize(width: side, height: side), .argb8888) { alpha, y in
      let half = alpha * y / 255
      return alpha << 24 | half << 16 | alpha << 8 | half
    }
  }

  private static func bitmap(
    _ size: PixelSize, _ format: PixelFormat, _ word: (UInt32, UInt32) -> UInt32
  ) -> Bitmap {
    var bitmap = Bitmap(size: size, format: format)
    bitmap.withMutableBytes { bytes in
      let words = bytes.assumingMemoryBound(to: UInt32.self)
      for y in 0..<size.height {
        for x in 0..<size.width { words[y * size.width + x] = word(UInt32(x), UInt32(y)) }
      }
    }
    return bitmap
  }

  /// The figures as one JSON object.
  public var json: JSONObject {
    var object = JSONObject()
    object.add("frames", frames)
    object.add("pixels", pixels)
    object.add("frame_ms", frameMilliseconds)
    object.add("prepare_ms", prepareMilliseconds)
    object.add("idle_ms", idleMilliseconds)
    object.add("draws_when_idle", drawsWhenIdle)
    return object
  }

  /// The figures for people, a line each.
  public var text: String {
    """
    frames composed  \(frames), a spinner of 256x256 on 1920x1080
    changed pixels   \(pixels) a frame
    composing        \(BenchFigures.show(frameMilliseconds)) ms of processor time a frame
    preparing        \(BenchFigures.show(prepareMilliseconds)) ms a frame

    """
  }
}

/// A simulated screen that takes what is composed, as a player's does.
private final class BenchScreen {
  private let clock = VirtualClock()
  private let screen: Screen

  init(size: PixelSize) throws(PlayerError) {
    do throws(DisplayError) {
      let device = FakeKMSDevice(
        configuration: FakeDisplayConfiguration(size: size), clock: clock)
      let choice = try OutputChoice.choose(
        from: try CardSnapshot(of: device, probing: true), for: OutputRequest())
      screen = try Screen(
        device: device, choice: choice, format: .xrgb8888, background: .black, time: clock)
    } catch {
      throw PlayerError(error, whilePlaying: true)
    }
  }

  /// Brings a buffer up to the canvas; milliseconds of processor time.
  func prepare(_ compositor: Compositor, _ changed: PixelRegion) -> Double {
    let begin = ProcessorTime.now
    compositor.withCanvas { canvas in _ = screen.prepare(canvas: canvas, changed: changed) }
    return ProcessorTime.now - begin
  }

  func show() {
    _ = screen.show(now: clock.now)
    while screen.isFlipPending, let time = screen.nextEventTime {
      clock.advance(to: time)
      _ = screen.handleEvents(now: time)
    }
  }
}
