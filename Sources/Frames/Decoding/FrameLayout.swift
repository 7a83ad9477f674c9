public import Pixels

/// What every frame is made into: one screen's size and format, and how pictures fill it.
public struct FrameLayout: Sendable, Hashable {
  /// The screen's visible size in pixels, as it scans them out.
  public var screen: PixelSize
  /// How pictures are turned on the screen: they fill it as seen by who looks at them upright, and
  /// come out in the screen's own pixels.
  public var orientation: Orientation
  /// How a picture of another size fills it.
  public var fit: Fit
  /// What shows through transparent pixels.
  public var background: Color
  /// The format of the result; `argb8888` keeps transparency, premultiplied, where there is any: an
  /// opaque picture comes as `xrgb8888`.
  public var format: PixelFormat
  /// Whether a picture that is smaller than the screen is enlarged as `fit` says; otherwise it keeps
  /// its own size.
  public var enlarges: Bool

  /// Where the screen is among several that pictures go across; nil where it has them for itself.
  ///
  /// A frame is what the screen shows of the picture that was fitted to all of them, pixel for pixel.
  public var span: ScreenSpan?

  /// Makes a layout.
  public init(
    screen: PixelSize, fit: Fit = .contain, background: Color = .black,
    format: PixelFormat = .xrgb8888, enlarges: Bool = true, orientation: Orientation = .upright,
    span: ScreenSpan? = nil
  ) {
    self.span = span
    self.screen = screen
    self.orientation = orientation
    self.fit = fit
    self.background = background
    self.format = format
    self.enlarges = enlarges
  }

  /// The screen's size as who looks at pictures upright sees it.
  public var uprightScreen: PixelSize { orientation.inverse.turned(screen) }

  /// What pictures are fitted to: the upright screen, or all of those that they go across.
  public var fittedSize: PixelSize { span?.whole ?? uprightScreen }

  /// The part of that which the upright screen shows.
  public var shownPart: PixelRectangle {
    PixelRectangle(origin: span?.origin ?? .zero, size: uprightScreen)
  }

  /// Which part of a picture goes where on what pictures are fitted to.
  func placement(of picture: PixelSize) -> Placement {
    let screen = fittedSize
    let isSmaller = picture.width <= screen.width && picture.height <= screen.height
    return (isSmaller && !enlarges ? Fit.none : fit).placement(of: picture, on: screen)
  }
}
