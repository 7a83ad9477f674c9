public import Pixels

extension Scene {
  /// The layer that is seen in front at a place of the screen, whatever it shows; nil for none.
  ///
  /// A layer is met where its bounds are drawn at that time, as turned and scaled as they are.
  /// Sublayers are met outside of their superlayer's bounds too, as they are drawn there. Left out
  /// are hidden layers, those of which less than a hundredth is seen, and what is in them.
  ///
  /// - Parameters:
  ///   - point: in pixels of the screen; the middle of the first pixel is at 0.5, 0.5.
  ///   - time: in nanoseconds of the scene's clock.
  public func layer(at point: Point, time: Int64) -> Layer? {
    var found: Layer?
    visitFrontToBack(at: time) { seen in
      guard seen.holds(point) else { return true }
      found = seen.layer
      return false
    }
    return found
  }

  /// The layer that a touch at a place of the screen goes to: the frontmost `isHittable` one.
  ///
  /// Where none is met, the nearest one of those that are less than 44 pixels wide or high on the
  /// screen and would be met if they were that large: fingers are not exact.
  ///
  /// - Parameters: as those of `layer(at:time:)`.
  public func touchTarget(at point: Point, time: Int64) -> Layer? {
    var found: Layer?
    var nearest = Double.infinity
    visitFrontToBack(at: time) { seen in
      guard seen.layer.isHittable else { return true }
      if seen.holds(point) {
        found = seen.layer
        return false
      }
      if let distance = seen.distance(to: point), distance < nearest,
        seen.holds(point, margin: seen.touchMargin)
      {
        nearest = distance
        found = seen.layer
      }
      return true
    }
    return found
  }

  /// Lends each layer that is seen, from the front, until the body answers false.
  func visitFrontToBack(at time: Int64, _ body: (SeenLayer) -> Bool) {
    _ = visit(root, root.presentation(at: time), .identity, time, body)
  }

  private func visit(
    _ layer: Layer, _ values: LayerValues, _ toSuperlayer: AffineTransform, _ time: Int64,
    _ body: (SeenLayer) -> Bool
  ) -> Bool {
    // Also false where it is no number.
    guard !values.isHidden, values.alpha >= 0.01 else { return true }
    let toScreen = values.toSuperlayer.then(toSuperlayer)
    let sublayers = layer.sublayers.map { (layer: $0, values: $0.presentation(at: time)) }
      .enumerated().sorted { first, second in
        let (one, other) = (first.element.values.zPosition, second.element.values.zPosition)
        return one == other ? first.offset > second.offset : one > other
      }
    for (_, sublayer) in sublayers {
      guard visit(sublayer.layer, sublayer.values, toScreen, time, body) else { return false }
    }
    return body(SeenLayer(layer: layer, bounds: values.bounds, toScreen: toScreen))
  }
}
