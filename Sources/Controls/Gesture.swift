/// What fingers can say.
public enum Gesture: Sendable, Hashable, CaseIterable {
  /// One finger, or the left button of a mouse, down and up again.
  case tap
  /// Two fingers, down and up together.
  case twoFingerTap
}
