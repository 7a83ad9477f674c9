/// When a scene will next look different by itself.
public enum SceneChange: Sendable, Hashable {
  /// Not before something is set, started or stopped.
  case never
  /// At a time, in nanoseconds, and not before.
  case at(Int64)
  /// All the time: every picture of the screen is another.
  case continuously
}
