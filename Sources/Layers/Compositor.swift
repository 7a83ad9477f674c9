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
    case direct(FittedPicture, background: Color)
    /// The canvas was drawn on, in this region.
    case canvas(changed: PixelRegion)
  }

  /// The scene that is drawn.
  public let scene: Scene

  /// Makes a compositor; the canvas takes its memory when it is first needed.
  public init(scene: Scene) { self.scene = scene }
}
