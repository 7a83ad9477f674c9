public import Pixels

/// What a layer looks like at one moment: the values set (the model), or what is drawn of them
/// while animations run (the presentation).
public struct LayerValues {
  /// The middle, in the superlayer's coordinates.
  public var center = Point.zero
  /// The layer's own rectangle: its size, and the coordinates of its top left corner, by which
  /// sublayers are moved.
  public var bounds = Rectangle.zero
  /// A map about the middle.
  public var transform = AffineTransform.identity
  /// Clockwise turns about the middle, before `transform`; 1 is a full turn.
  public var rotation = 0.0
  /// How much of the layer and its sublayers together is seen, 0 to 1.
  public var alpha = 1.0
  /// Whether the layer and its sublayers are left out.
  public var isHidden = false
  /// Among siblings the higher is in front; of equals, the later sublayer.
  public var zPosition = 0.0
  /// What fills the bounds behind the content.
  public var background = Background.none
  /// What is shown in the bounds.
  public var content = Content.none
  /// How a picture lies in the bounds.
  public var contentMode = ContentMode.scaleToFill

  /// Values of a layer without size or content.
  public init() {}

  /// Takes the layer's coordinates to the superlayer's.
  public var toSuperlayer: AffineTransform {
    let middle = bounds.center
    var turned = transform
    if rotation != 0 { turned = AffineTransform.rotation(turns: rotation).then(transform) }
    return AffineTransform.translation(x: -middle.x, y: -middle.y).then(turned)
      .then(.translation(x: center.x, y: center.y))
  }
}

/// What fills a layer's bounds behind its content.
public enum Background: Sendable, Hashable {
  /// Nothing: what is behind the layer shows.
  case none
  /// One colour.
  case color(Color)
  /// Colours that pass from one at the top to another at the bottom.
  case gradient(top: Color, bottom: Color)
}

/// What a layer shows in its bounds.
public enum Content {
  /// Nothing.
  case none
  /// A colour, all over.
  case color(Color)
  /// A picture, `xrgb8888` or `argb8888`.
  case picture(Picture)
  /// Something that changes with time by itself, such as a frame animator.
  case moving(any MovingContent)
}

/// How a picture lies in the bounds of its layer; what hangs over is cut off.
public enum ContentMode: String, Sendable, Hashable, CaseIterable {
  /// All of it on all of the bounds, whatever becomes of its proportions.
  case scaleToFill
  /// All of it, as large as fits, proportions kept, in the middle.
  case aspectFit
  /// All of the bounds covered, proportions kept, in the middle.
  case aspectFill
  /// At its own size in the middle.
  case center
  /// At its own size in the middle of the top edge.
  case top
  /// At its own size in the middle of the bottom edge.
  case bottom
  /// At its own size in the middle of the left edge.
  case left
  /// At its own size in the middle of the right edge.
  case right
  /// At its own size in the top left corner.
  case topLeft
  /// At its own size in the top right corner.
  case topRight
  /// At its own size in the bottom left corner.
  case bottomLeft
  /// At its own size in the bottom right corner.
  case bottomRight
}
