import Pixels

/// Which finger is on which layer.
struct TouchTracker {
  private struct Touch {
    /// What it went down on; held, so that the finger belongs to it until it is lifted.
    var layer: Layer
    /// Where it is.
    var point: Point
    /// Whether it is the one that presses: the first on an enabled button.
    var presses: Bool
  }

  private var touches: [Int: Touch] = [:]

  /// The fingers that are down on layers.
  var identifiers: [Int] { Array(touches.keys) }

  /// A finger goes down on a layer.
  mutating func down(_ id: Int, on layer: Layer, at point: Point) {
    let isFirst = !touches.values.contains { $0.presses && $0.layer === layer }
    let presses = isFirst && (layer as? ButtonLayer)?.isEnabled == true
    touches[id] = Touch(layer: layer, point: point, presses: presses)
  }

  /// A finger moves; false where it is on no layer.
  @discardableResult
  mutating func move(_ id: Int, to point: Point) -> Bool {
    touches[id]?.point = point
    return touches[id] != nil
  }

  /// A finger is gone; answers where it was, or nil where it was on no layer.
  mutating func remove(_ id: Int) -> Point? { touches.removeValue(forKey: id)?.point }

  /// The button that a finger presses, whether it is on it still or has strayed.
  func button(pressedBy id: Int) -> ButtonLayer? {
    guard let touch = touches[id], touch.presses else { return nil }
    return touch.layer as? ButtonLayer
  }
}
