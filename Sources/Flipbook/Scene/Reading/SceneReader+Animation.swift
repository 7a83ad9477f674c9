import Timing

/// What can be said of an animation.
private enum AnimationWord: String, CaseIterable {
  case move, size, fade, scale, turn, picture, at, discrete
  case delay, duration, curve
  case repeats = "repeat"
  case autoreverse
  case fromCurrent = "from-current"
  case stopped
  case named = "as"
}

extension SceneReader {
  /// Reads `animate LAYER move to …`, or with a moment before each change: `at 50% move to …`.
  mutating func readAnimation(
    _ statement: SceneStatement, _ start: SceneCursor
  ) throws(SceneComplaint) {
    var cursor = start
    let folder = folder
    var animation = SceneDescription.Animation(
      line: statement.number, layer: try cursor.name("the name of a layer", line: statement.number))
    var course = SceneCourse()
    let errorsBefore = errors.count
    readClauses(
      of: statement, from: cursor, words: AnimationWord.allCases,
      repeated: [.move, .size, .fade, .scale, .turn, .picture, .at]
    ) {
      (word: AnimationWord, cursor, line) throws(SceneComplaint) in
      switch word {
      case .move, .size, .fade, .scale, .turn, .picture:
        try course.add(try cursor.change(word, folder, line))
      case .at: try course.begin(moment: try cursor.fraction())
      case .discrete: course.isDiscrete = true
      case .delay: animation.delay = try cursor.nanoseconds()
      case .duration: animation.duration = try cursor.nanoseconds()
      case .curve: animation.curve = try cursor.curve()
      case .repeats: animation.repeatCount = try cursor.repeatCount()
      case .autoreverse: animation.autoreverses = true
      case .fromCurrent: animation.isFromCurrent = true
      case .stopped: animation.isStopped = true
      case .named: animation.name = try cursor.name("a name for the animation", line: line)
      }
    }
    if let name = animation.name { try give(name, to: .animation) }
    animation.course = course.made
    description.animations.append(animation)
    // What was meant may stand on a line that was not understood.
    guard errors.count == errorsBefore else { return }
    try course.check()
    if animation.isStopped, animation.name == nil {
      throw SceneComplaint(
        "expected a name to start the animation by, such as “as arrival”; it is “stopped”.")
    }
  }
}

extension SceneCursor {
  fileprivate mutating func change(
    _ word: AnimationWord, _ folder: String, _ line: Int
  ) throws(SceneComplaint) -> SceneDescription.Change {
    switch word {
    case .move:
      if take("by") { return .moveBy(try point()) }
      try link("“to” or “by”")
      return .moveTo(try point())
    case .size:
      try link("“to”")
      return .size(width: try extent("a width"), height: try extent("a height"))
    case .fade:
      try link("“to”")
      return .fade(try alpha())
    case .scale:
      try link("“to”")
      return .scale(try scale())
    case .turn:
      if take("by") { return .turnBy(try degrees()) }
      try link("“to” or “by”")
      return .turnTo(try degrees())
    default: return .picture(try picture(folder, line: line))
    }
  }

  /// Takes the “to” between a property and its value.
  private mutating func link(_ expected: String) throws(SceneComplaint) {
    if !take("to") { throw complaint(expected) }
  }
}
