public import Pixels

/// Draws a scene into ordinary memory, only where it changed.
///
/// It keeps the canvas and what was drawn on it last. Confined to the scene's thread.
public final class Compositor {
  /// What a scene's next picture takes.
  public enum Frame {
    /// It looks as it did.
    case unchanged
    /// One opaque picture and a background are all there is to see: show it without the canvas.
    ///
    /// The picture is `xrgb8888`; it may be smaller than the screen, or hang over its edges.
    case direct(FittedPicture, background: Color)
    /// The canvas was drawn on, in this region.
    case canvas(changed: PixelRegion)
  }

  /// The scene that is drawn.
  public let scene: Scene
  /// The part of the scene that is drawn, in its pixels: as large as the canvas.
  public let part: PixelRectangle
  /// Whether a picture may go without the canvas.
  private let allowsDirect: Bool

  /// What is on the canvas; what is listed next; both keep their memory.
  private var drawn: DisplayList
  private var next: DisplayList
  private var measures = ContentMeasures()
  private var canvas: Canvas?
  private var direct: DirectPicture?

  /// Makes a compositor; the canvas takes its memory when it is first needed.
  ///
  /// - Parameters:
  ///   - scene: what is drawn.
  ///   - part: how much of it, where it goes across several screens; nil for all.
  ///   - allowsDirect: whether a picture may go without the canvas; false for a screen that does not
  ///     take `xrgb8888`, whose pictures are converted on the way from the canvas.
  public init(scene: Scene, part: PixelRectangle? = nil, allowsDirect: Bool = true) {
    let part = part ?? PixelRectangle(origin: .zero, size: scene.size)
    self.scene = scene
    self.part = part
    self.allowsDirect = allowsDirect
    drawn = DisplayList(screen: part)
    next = DisplayList(screen: part)
  }

  /// Whether all moving content that is seen has its picture: a first picture waits for that.
  public func isReady(at time: Int64) -> Bool {
    next.list(scene, at: time, &measures)
    // Pictures live no longer than they are drawn.
    next.removeAll()
    return !next.isWaiting
  }

  /// Draws what the scene looks like at a time, where that differs from what was drawn last.
  ///
  /// The canvas is opaque, black where nothing is. Its memory is given back once a picture goes
  /// without it, and everything is drawn anew when the next one does not.
  ///
  /// - Parameter time: in nanoseconds, of the scene's clock; it may lie before the last one.
  public func draw(at time: Int64) -> Frame {
    next.list(scene, at: time, &measures)
    defer { next.removeAll() }
    if allowsDirect, let direct = DirectPicture(next, screen: part.size) {
      if let shown = self.direct, shown.looks(like: direct) { return .unchanged }
      forgetCanvas()
      self.direct = direct
      return .direct(direct.fitted, background: direct.background)
    }
    direct = nil
    let changed: PixelRegion
    if canvas == nil {
      changed = PixelRegion(PixelRectangle(origin: .zero, size: part.size))
    } else {
      changed = DisplayChanges.region(from: drawn.items, to: next.items)
    }
    let canvas = self.canvas ?? Canvas(size: part.size)
    self.canvas = canvas
    canvas.draw(next.items, in: changed)
    swap(&drawn, &next)
    return changed.isEmpty ? .unchanged : .canvas(changed: changed)
  }

  /// Whether a layer that is seen shows a content in what was drawn last.
  public func shows(_ content: AnyObject) -> Bool { measures.hold(content) }

  /// Lends the canvas as it was drawn last; nil where the last picture went without it.
  @discardableResult
  public func withCanvas<Result, Failure: Error>(
    _ body: (borrowing Bitmap) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let canvas else { return nil }
    return try body(canvas.bitmap)
  }

  /// Gives the canvas's memory back and lets go of all pictures; the next picture is drawn whole.
  public func forgetCanvas() {
    canvas = nil
    direct = nil
    drawn.removeAll()
  }
}

@available(*, unavailable)
extension Compositor: Sendable {}
