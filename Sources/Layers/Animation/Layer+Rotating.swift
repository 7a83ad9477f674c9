extension Layer {
  /// When a rotating layer comes to rest.
  public enum RotationStop: Sendable, Hashable {
    /// At once, at the angle at which it stands.
    case now
    /// Upright, when the present turn is complete.
    case whenTurnIsComplete
  }

  /// Turns the layer for ever about its middle.
  public func startRotating(duration: Duration = .seconds(1), clockwise: Bool = true) {}

  /// Lets the layer come to rest.
  public func stopRotating(
    _ when: RotationStop = .now, completion: ((_ finished: Bool) -> Void)? = nil
  ) {}

  /// Whether the layer turns.
  public var isRotating: Bool { false }
}
