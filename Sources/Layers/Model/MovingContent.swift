public import Pixels

/// Content that changes with time by itself: layers draw it without knowing what makes it.
///
/// All calls come on the thread of the scene.
public protocol MovingContent: AnyObject {
  /// What is to be drawn at a time, in nanoseconds; nil while there is nothing.
  ///
  /// Times may come out of order by a few vblanks. Asking changes nothing that is seen or told.
  func image(at time: Int64) -> ContentImage?

  /// When `image(at:)` next gives something else; nil where it does not by itself.
  func nextChange(after time: Int64) -> Int64?

  /// A layer shows it from now on, in bounds of this many pixels: pictures can be made to measure.
  func willBeShown(size: PixelSize, mode: ContentMode)

  /// Whether the picture that is due is there, or never will be: a first picture waits for that.
  var isReady: Bool { get }

  /// Whether it runs; a button shows and toggles that.
  var isAnimating: Bool { get }

  /// Starts it; nothing where it runs.
  func start()

  /// Stops it; nothing where it is stopped.
  func stop()
}

/// A picture of moving content, and how it lies in its layer.
public struct ContentImage {
  /// How a picture lies in the bounds.
  public enum Place: Sendable, Hashable {
    /// As the layer's content mode says.
    case byContentMode
    /// Made for a box of so many pixels that fills the bounds, with its corner at this place of it.
    case at(PixelPoint, in: PixelSize)
  }

  /// The pixels, `xrgb8888` or `argb8888`.
  public var picture: Picture
  /// How it lies in the bounds.
  public var place: Place
  /// How much of it is seen, 0 to 1.
  public var alpha: Double

  /// Makes an image from its parts.
  public init(_ picture: Picture, place: Place = .byContentMode, alpha: Double = 1) {
    self.picture = picture
    self.place = place
    self.alpha = alpha
  }
}
