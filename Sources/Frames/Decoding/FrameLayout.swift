public import Pixels

/// What every frame is made into: one screen's size and format, and how pictures fill it.
public struct FrameLayout: Sendable, Hashable {
  /// The screen's visible size in pixels.
  public var screen: PixelSize
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

  /// Makes a layout.
  public init(
    screen: PixelSize, fit: Fit = .contain, background: Color = .black,
    format: PixelFormat = .xrgb8888, enlarges: Bool = true
  ) {
    self.screen = screen
    self.fit = fit
    self.background = background
    self.format = format
    self.enlarges = enlarges
  }

  /// Which part of a picture goes where.
  func placement(of picture: PixelSize) -> Placement {
    let isSmaller = picture.width <= screen.width && picture.height <= screen.height
    return (isSmaller && !enlarges ? Fit.none : fit).placement(of: picture, on: screen)
  }
}
