public import Pixels

/// What every frame is made into: one screen's size and format, and how pictures fill it.
public struct FrameLayout: Sendable, Hashable {
  /// The screen's visible size in pixels.
  public var screen: PixelSize
  /// How a picture of another size fills it.
  public var fit: Fit
  /// What shows through transparent pixels.
  public var background: Color
  /// The format of the result; `argb8888` keeps transparency, premultiplied.
  public var format: PixelFormat

  /// Makes a layout.
  public init(
    screen: PixelSize, fit: Fit = .contain, background: Color = .black,
    format: PixelFormat = .xrgb8888
  ) {
    self.screen = screen
    self.fit = fit
    self.background = background
    self.format = format
  }
}
