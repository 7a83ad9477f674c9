/// What becomes of the numbers that a numbered sequence lacks.
///
/// Without a wish, a pattern is played with `hold`, since its numbers are its time; folders and
/// globs with `skip`, since there the files are the frames and gaps are only reported.
public enum HolePolicy: String, Sendable, Hashable, CaseIterable {
  /// The frame before is shown for the time of those that are missing.
  case hold
  /// The frames on both sides play as neighbours.
  case skip
  /// The sequence ends before the first hole.
  case stop

  /// The most frames that a sequence has once its holes are filled.
  static let frameLimit = 1_000_000

  /// Plays `runs` of consecutive files by the rule.
  ///
  /// - Parameters:
  ///   - frames: in playing order.
  ///   - isNumberedAfter: whether a frame at this position continues the numbering of the one
  ///     before it.
  /// - Returns: the frames as they are played; nil where filling would pass `frameLimit`.
  func applied(
    to frames: [FrameReference], isNumberedAfter: (Int) -> Bool
  ) -> [FrameReference]? {
    if self == .skip { return frames }
    var played: [FrameReference] = []
    played.reserveCapacity(frames.count)
    for (position, frame) in frames.enumerated() {
      if let before = played.last, let last = before.number, let next = frame.number,
        isNumberedAfter(position), next > last, next - last > 1
      {
        if self == .stop { return played }
        guard next - last - 1 <= Self.frameLimit - played.count else { return nil }
        for number in (last + 1)..<next {
          played.append(FrameReference(path: before.path, number: number))
        }
      }
      played.append(frame)
    }
    return played
  }
}
