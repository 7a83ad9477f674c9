/// The time that a scene lives by: it stands still until the first picture is seen, and is never
/// behind the picture that was drawn last.
///
/// Pictures are drawn for a vblank to come. What starts or stops before that starts where the
/// picture has everything, not where it was a moment ago.
final class SceneClock {
  /// Where it stands still; nil once it runs.
  private(set) var standsAt: Int64?
  private var drawn = Int64.min

  /// Makes a clock that stands still.
  init(standsAt time: Int64) { standsAt = time }

  /// The scene's time when it is `now` on the loop.
  func time(_ now: Int64) -> Int64 { standsAt ?? max(now, drawn) }

  /// Lets it run from the time of the first picture on.
  ///
  /// - Returns: how far ahead that is of where it stood.
  func begin(at time: Int64) -> Int64 {
    defer { standsAt = nil }
    return standsAt.map { time - $0 } ?? 0
  }

  /// A picture was drawn for a time.
  func noteDrawn(_ time: Int64) { drawn = max(drawn, time) }
}
