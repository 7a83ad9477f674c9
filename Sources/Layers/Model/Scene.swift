public import Pixels

/// A tree of layers as large as a screen, and the animations that run in it.
///
/// Whoever drives it asks what it looks like at a time and calls `turn(at:)` when something is to
/// be told. It reads no clock of its own. Confined to one thread.
public final class Scene {
  /// The screen's visible pixels.
  public private(set) var size: PixelSize
  /// The layer that holds all others, as large as the screen.
  public let root: Layer
  /// Called when something changed that may be seen, or that `turn(at:)` is to be called for
  /// earlier than `nextTurn` said; it may be called often.
  public var onChange: (() -> Void)?

  /// The present time in nanoseconds.
  let now: () -> Int64
  /// The fingers that are down on layers.
  var touches = TouchTracker()

  /// The animations.
  let timeline = Timeline()

  /// Makes a scene with an empty root layer.
  ///
  /// - Parameters:
  ///   - size: the screen's visible pixels.
  ///   - now: tells the present time in nanoseconds, on the scene's thread.
  public init(size: PixelSize, now: @escaping () -> Int64) {
    self.size = size
    self.now = now
    root = Layer(
      frame: Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
    root.rootedScene = self
  }

  deinit {
    // Layers that outlive the scene would keep its animations, and those them.
    for run in timeline.runs { run.tracks = [] }
  }

  /// Goes on as large as another screen; layers below the root stay where they are.
  public func resize(to size: PixelSize) {
    self.size = size
    root.frame = Rectangle(
      x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    noteChange()
  }

  /// Something changed that may be seen.
  func noteChange() { onChange?() }
}

@available(*, unavailable)
extension Scene: Sendable {}
