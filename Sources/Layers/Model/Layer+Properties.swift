public import Pixels

// Each is the model value: setting it counts at once, and in a block of `Scene.animate` what is drawn
// follows with time. Set outside of a block, it ends the property's animations
// (`finished == false`), those that wait too.
extension Layer {
  /// Where the layer lies in its superlayer: the smallest upright rectangle around it.
  ///
  /// It follows from `bounds`, `center`, `rotation` and `transform`. Setting it sets `center` and the
  /// size of `bounds` so that the layer would lie there if it were neither turned nor transformed.
  public var frame: Rectangle {
    get { model.frame }
    set {
      bounds.size = newValue.size
      center = newValue.center
    }
  }

  /// The layer's own rectangle: its size, which is not negative, and the coordinates of its top left
  /// corner, by which sublayers are moved.
  public var bounds: Rectangle {
    get { model.bounds }
    set {
      let size = Size(width: max(0, newValue.size.width), height: max(0, newValue.size.height))
      change(.bounds, to: .rectangle(Rectangle(origin: newValue.origin, size: size)))
    }
  }

  /// The middle, in the superlayer's coordinates.
  public var center: Point {
    get { model.center }
    set { change(.center, to: .point(newValue)) }
  }

  /// A map about the middle.
  public var transform: AffineTransform {
    get { model.transform }
    set { change(.transform, to: .transform(newValue)) }
  }

  /// Clockwise turns about the middle, before `transform`; 1 is a full turn.
  ///
  /// Animated from 0 to 2 it turns twice. What `startRotating` adds is not in it.
  public var rotation: Double {
    get { model.rotation }
    set { change(.rotation, to: .number(newValue)) }
  }

  /// How much of the layer and its sublayers together is seen, 0 to 1; clamped.
  public var alpha: Double {
    get { model.alpha }
    set { change(.alpha, to: .number(min(max(0, newValue), 1))) }
  }

  /// Whether the layer and its sublayers are left out.
  ///
  /// In an animation it is left out only at an end that is hidden, so that fading is seen.
  public var isHidden: Bool {
    get { model.isHidden }
    set { change(.isHidden, to: .flag(newValue)) }
  }

  /// Among siblings the higher is in front; of equals, the later sublayer.
  public var zPosition: Double {
    get { model.zPosition }
    set { change(.zPosition, to: .number(newValue)) }
  }

  /// What fills the bounds behind the content; from and to `none` it passes in one step.
  public var background: Background {
    get { model.background }
    set { change(.background, to: .background(newValue)) }
  }

  /// What is shown in the bounds.
  ///
  /// Colours pass into one another; anything else changes in one step when its animation starts.
  public var content: Content {
    get { model.content }
    set { change(.content, to: .content(newValue)) }
  }

  /// How a picture lies in the bounds; changes in one step when its animation starts.
  public var contentMode: ContentMode {
    get { model.contentMode }
    set { change(.contentMode, to: .contentMode(newValue)) }
  }

  /// What is drawn at a time, in nanoseconds of the scene's clock: the model where nothing is animated.
  ///
  /// Times may lie ahead: what waits is reckoned with. Asking changes nothing.
  public func presentation(at time: Int64) -> LayerValues {
    guard !motions.isEmpty || spin != nil else { return model }
    var values = model
    for motion in motions { values[motion.property] = motion.value(at: time) }
    // Curves may overshoot.
    values.alpha = min(max(0, values.alpha), 1)
    if let spin { values.rotation += spin.angle(at: time) }
    return values
  }
}

extension LayerValues {
  /// The smallest upright rectangle around the layer, in the superlayer's coordinates.
  public var frame: Rectangle {
    if transform == .identity, rotation == 0 {
      return Rectangle(
        x: center.x - bounds.size.width / 2, y: center.y - bounds.size.height / 2,
        width: bounds.size.width, height: bounds.size.height)
    }
    return toSuperlayer.bounds(of: bounds)
  }
}
