import Frames
import Timing

/// What can be said of an animator.
private enum AnimatorWord: String, CaseIterable {
  case frames, fps, duration
  case repeats = "repeat"
  case reverse, autoreverse
  case startFrame = "start-at"
  case fill, still, cache, late, delay, stopped, main
}

extension SceneReader {
  /// Reads `animator NAME frames "…" …`.
  mutating func readAnimator(
    _ statement: SceneStatement, _ start: SceneCursor
  ) throws(SceneComplaint) {
    var cursor = start
    let folder = folder
    var animator = SceneDescription.Animator(
      name: try cursor.name("a name for the animator", line: statement.number))
    var hasFill = false
    let errorsBefore = errors.count
    readClauses(of: statement, from: cursor, words: AnimatorWord.allCases, repeated: [.frames]) {
      (word: AnimatorWord, cursor, line) throws(SceneComplaint) in
      switch word {
      case .frames:
        repeat {
          animator.frames.append(try cursor.file(folder, line: line))
        } while cursor.next?.isQuoted == true
      case .fps:
        try Self.checkPace(animator)
        animator.pace = .rate(
          try cursor.value(
            "frames a second from 0.001 to 1000 such as 25 or 30000/1001",
            FrameRate.init(parsing:)))
      case .duration:
        try Self.checkPace(animator)
        animator.pace = .duration(try cursor.nanoseconds(from: 1_000_000))
      case .repeats: animator.repeatCount = try cursor.repeatCount()
      case .reverse: animator.isReversed = true
      case .autoreverse: animator.autoreverses = true
      case .startFrame: animator.startFrame = try cursor.integer("a frame", 0...1_000_000_000)
      case .fill:
        animator.fill = try cursor.choice()
        hasFill = true
      case .still: animator.still = try cursor.picture(folder, line: line)
      case .cache: animator.cache = try cursor.choice()
      case .late: animator.late = try cursor.choice()
      case .delay: animator.delay = try cursor.nanoseconds()
      case .stopped: animator.isStopped = true
      case .main: animator.isMain = true
      }
    }
    if animator.isMain, let other = description.animators.first(where: { $0.isMain }) {
      throw SceneComplaint(
        "expected one main animator; “\(other.name.text)” is it since line \(other.name.line).")
    }
    try give(animator.name, to: .animator)
    description.animators.append(animator)
    // What was meant may stand on a line that was not understood.
    guard errors.count == errorsBefore else { return }
    if animator.frames.isEmpty {
      throw SceneComplaint(
        "expected frames for “\(animator.name.text)”, such as frames \"intro/frame_%04d.png\".")
    }
    if hasFill, animator.still != nil {
      throw SceneComplaint("expected “fill” or “still”, not both.")
    }
  }

  private static func checkPace(_ animator: SceneDescription.Animator) throws(SceneComplaint) {
    if animator.pace != nil {
      throw SceneComplaint("expected “fps” or “duration”, not both.")
    }
  }
}
