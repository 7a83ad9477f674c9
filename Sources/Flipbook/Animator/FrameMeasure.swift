import Frames
import Layers
import Pixels

/// How large frames are decoded, and how they then lie in their layer.
struct FrameMeasure: Hashable {
  let layout: FrameLayout
  /// Whether frames are made for a box that fills the layer's bounds.
  let isFitted: Bool

  /// Finds the measure for what is known of where frames are shown.
  ///
  /// - Parameters:
  ///   - size: what was asked for; frames keep their proportions and are never enlarged.
  ///   - bounds: the layer's pixels, and its content mode.
  ///   - screen: the largest that a frame is decoded where neither says so.
  init(size: PixelSize?, bounds: (size: PixelSize, mode: ContentMode)?, screen: PixelSize) {
    if let size {
      layout = FrameLayout(screen: size, format: .argb8888, enlarges: false)
      isFitted = false
      return
    }
    let box = bounds.flatMap { Self.box(for: $0.size, within: screen) }
    guard let bounds, let box, let fit = Self.fit(bounds.mode),
      fit != .none || box == bounds.size
    else {
      let isAsIs = bounds.map { Self.fit($0.mode) ?? .none } == Fit.none
      layout = FrameLayout(
        screen: isAsIs ? FrameLayout.everySize : screen, format: .argb8888, enlarges: false)
      isFitted = false
      return
    }
    layout = FrameLayout(screen: box, fit: fit, format: .argb8888)
    isFitted = true
  }

  /// The most bytes that a frame takes when it is done, as far as the layout says.
  var frameBytes: Int? {
    layout.screen == FrameLayout.everySize
      ? nil : Bitmap.byteCount(size: layout.screen, format: .argb8888)
  }

  /// A frame as a layer draws it.
  func image(of fitted: FittedPicture) -> ContentImage {
    ContentImage(
      fitted.picture, place: isFitted ? .at(fitted.origin, in: layout.screen) : .byContentMode)
  }

  /// A box of a layer's proportions, no larger than the screen; nil for a layer without size.
  private static func box(for size: PixelSize, within screen: PixelSize) -> PixelSize? {
    guard size.width > 0, size.height > 0 else { return nil }
    let across = Double(screen.width) / Double(size.width)
    let down = Double(screen.height) / Double(size.height)
    let scale = min(1, across, down)
    return PixelSize(
      width: max(1, Int((Double(size.width) * scale).rounded())),
      height: max(1, Int((Double(size.height) * scale).rounded())))
  }

  private static func fit(_ mode: ContentMode) -> Fit? {
    switch mode {
    case .scaleToFill: .stretch
    case .aspectFit: .contain
    case .aspectFill: .cover
    case .center: Fit.none
    default: nil
    }
  }
}
