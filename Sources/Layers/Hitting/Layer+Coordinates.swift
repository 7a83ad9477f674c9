public import Pixels

extension Layer {
  /// Takes the layer's coordinates to those of the screen, as it is drawn at a time.
  ///
  /// Of a layer that is in no scene: to those in which its farthest superlayer lies.
  ///
  /// - Parameter time: in nanoseconds of the scene's clock.
  public func toScreen(at time: Int64) -> AffineTransform {
    let own = presentation(at: time).toSuperlayer
    guard let superlayer else { return own }
    return own.then(superlayer.toScreen(at: time))
  }

  /// Takes a place of this layer to where it lies in another's coordinates, as both are drawn.
  ///
  /// - Parameters:
  ///   - point: in the coordinates of the layer's bounds.
  ///   - layer: in the same scene; nil for the screen.
  ///   - time: in nanoseconds of the scene's clock.
  /// - Returns: nil where the other layer is flat, so that no place or many would answer.
  public func convert(_ point: Point, to layer: Layer?, at time: Int64) -> Point? {
    let place = toScreen(at: time).apply(point)
    guard let layer else { return place }
    return layer.toScreen(at: time).inverse?.apply(place)
  }

  /// Takes a place of another layer, or of the screen for nil, to this layer's coordinates.
  ///
  /// - Parameters: as those of `convert(_:to:at:)`.
  /// - Returns: nil where this layer is flat.
  public func convert(_ point: Point, from layer: Layer?, at time: Int64) -> Point? {
    let place = layer.map { $0.toScreen(at: time).apply(point) } ?? point
    return toScreen(at: time).inverse?.apply(place)
  }
}
