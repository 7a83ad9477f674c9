/// Whether an animation is in effect before it starts and after it ended.
public enum AnimationFill: String, Sendable, Hashable, CaseIterable {
  /// Neither.
  case none
  /// Before it starts it stands where it will begin.
  case backwards
  /// After it ended it stands where it ended.
  case forwards
  /// Both.
  case both

  /// Whether it is in effect before the start.
  public var isBackwards: Bool { self == .backwards || self == .both }

  /// Whether it is in effect after the end.
  public var isForwards: Bool { self == .forwards || self == .both }
}
