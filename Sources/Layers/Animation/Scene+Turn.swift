extension Scene {
  /// Starts and ends what is due and calls back for it; the loop calls it when `nextTurn` says.
  public func turn(at time: Int64) {}

  /// When `turn(at:)` is due, not before `time`; nil where nothing will be told.
  public func nextTurn(after time: Int64) -> Int64? { nil }

  /// When the scene next looks different by itself.
  public func nextChange(after time: Int64) -> SceneChange { .never }
}
