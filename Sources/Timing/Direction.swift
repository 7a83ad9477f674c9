/// Which way a play head moves through its frames.
public enum Direction: Int, Sendable, Hashable {
  /// Towards higher frame numbers.
  case forwards = 1
  /// Towards lower frame numbers.
  case backwards = -1

  /// The other way.
  public var reversed: Direction { self == .forwards ? .backwards : .forwards }
}
