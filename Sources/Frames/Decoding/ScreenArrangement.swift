public import Pixels

/// One picture across several screens: how large all of it is, and where one screen is in it.
public struct ScreenSpan: Sendable, Hashable {
  /// The size that pictures are fitted to, in pixels of the upright screens.
  public var whole: PixelSize
  /// Where the screen's top left corner lies in that, as who looks at it upright sees it.
  public var origin: PixelPoint

  /// Pairs a size with a place in it.
  public init(whole: PixelSize, origin: PixelPoint) {
    self.whole = whole
    self.origin = origin
  }
}

/// Where screens stand that show one picture together.
///
/// Side by side in the order given, pixel next to pixel, from left to right. The whole is the box around
/// them all: as wide as they are together and as high as the highest. Lower ones stand half-way up, as
/// displays do whose middles are at one height. Above and below them is a part of the whole that nobody sees.
public struct ScreenArrangement: Sendable, Hashable {
  /// The box around all screens.
  public let whole: PixelSize
  /// Where each is in it, in the order given.
  public let parts: [PixelRectangle]

  /// Arranges screens.
  ///
  /// - Parameter sizes: at least one, each as who looks at it upright sees it.
  public init(sideBySide sizes: [PixelSize]) {
    precondition(!sizes.isEmpty, "there is a screen")
    let height = sizes.map(\.height).max() ?? 0
    var left = 0
    var parts: [PixelRectangle] = []
    for size in sizes {
      parts.append(
        PixelRectangle(origin: PixelPoint(x: left, y: (height - size.height) / 2), size: size))
      left += size.width
    }
    whole = PixelSize(width: left, height: height)
    self.parts = parts
  }

  /// What the layout of one screen's frames is told.
  public func span(_ index: Int) -> ScreenSpan {
    ScreenSpan(whole: whole, origin: parts[index].origin)
  }
}
