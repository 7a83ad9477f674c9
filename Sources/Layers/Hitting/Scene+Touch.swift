public import Pixels

// The first finger on a button presses it. The button looks pressed while that finger is on it or not
// far off, and toggles where the finger is lifted there. Elsewhere nothing comes of it. Other fingers
// on the same button, and those on a disabled one, belong to it and do nothing.
extension Scene {
  /// A finger goes down.
  ///
  /// - Parameters:
  ///   - id: tells fingers that are down at the same time apart.
  ///   - point: in pixels of the screen.
  ///   - time: in nanoseconds of the scene's clock.
  /// - Returns: whether a layer takes it, so that it is no tap on the screen as a whole.
  @discardableResult
  public func touchDown(id: Int, at point: Point, time: Int64) -> Bool {
    // It was down: its lift was lost.
    touchCancelled(id: id)
    guard let layer = touchTarget(at: point, time: time) else { return false }
    touches.down(id, on: layer, at: point)
    touches.button(pressedBy: id)?.isPressed = true
    return true
  }

  /// A finger that is down moves.
  ///
  /// - Parameters: as those of `touchDown`.
  /// - Returns: whether the finger belongs to a layer.
  @discardableResult
  public func touchMoved(id: Int, to point: Point, time: Int64) -> Bool {
    guard touches.move(id, to: point) else { return false }
    if let button = touches.button(pressedBy: id) {
      button.isPressed = button.isEnabled && isNear(button, point, time)
    }
    return true
  }

  /// A finger is lifted, where it was last or at a place.
  ///
  /// - Parameters: as those of `touchDown`.
  /// - Returns: whether the finger belonged to a layer.
  @discardableResult
  public func touchUp(id: Int, at point: Point? = nil, time: Int64) -> Bool {
    if let point { touches.move(id, to: point) }
    let button = touches.button(pressedBy: id)
    guard let place = touches.remove(id) else { return false }
    if let button {
      button.isPressed = false
      if button.isEnabled, isNear(button, place, time) { button.toggle() }
    }
    return true
  }

  /// A finger is no longer followed: nothing comes of it.
  ///
  /// - Returns: whether the finger belonged to a layer.
  @discardableResult
  public func touchCancelled(id: Int) -> Bool {
    touches.button(pressedBy: id)?.isPressed = false
    return touches.remove(id) != nil
  }

  /// No finger is followed any more, such as when a device or the screen is gone.
  public func cancelTouches() {
    for id in touches.identifiers { touchCancelled(id: id) }
  }

  /// Whether a finger that went down on a button is still meant for it.
  ///
  /// Half a fingertip around it counts, as fingers roll; nothing where the button is no longer seen.
  private func isNear(_ button: ButtonLayer, _ point: Point, _ time: Int64) -> Bool {
    var isNear = false
    visitFrontToBack(at: time) { seen in
      guard seen.layer === button else { return true }
      let stray = SeenLayer.leastTarget / 2
      let least = seen.touchMargin
      isNear = seen.holds(
        point, margin: Size(width: least.width + stray, height: least.height + stray))
      return false
    }
    return isNear
  }
}
