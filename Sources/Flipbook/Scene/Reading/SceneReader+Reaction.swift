/// What can be done in a reaction.
private enum ActionWord: String, CaseIterable {
  case start, stop, toggle, reverse, show, hide, picture, quit
}

extension SceneReader {
  /// Reads `when NAME stops [once] ACTION …` or `after SECONDS ACTION …`.
  mutating func readReaction(
    _ statement: SceneStatement, _ start: SceneCursor, isTimed: Bool
  ) throws(SceneComplaint) {
    var cursor = start
    let folder = folder
    let trigger: SceneDescription.Trigger
    if isTimed {
      trigger = .after(try cursor.nanoseconds())
    } else {
      let what = "the name of an animator, spinner, animation or button"
      trigger = .when(try cursor.name(what, line: statement.number), try cursor.choice())
    }
    var reaction = SceneDescription.Reaction(line: statement.number, trigger: trigger)
    if !isTimed { reaction.isOnce = cursor.take("once") }
    let errorsBefore = errors.count
    readClauses(
      of: statement, from: cursor, words: ActionWord.allCases, repeated: ActionWord.allCases
    ) {
      (word: ActionWord, cursor, line) throws(SceneComplaint) in
      reaction.actions.append(try cursor.action(word, folder, line))
    }
    description.reactions.append(reaction)
    guard errors.count == errorsBefore, reaction.actions.isEmpty else { return }
    let words = ActionWord.allCases.map(\.rawValue).joined(separator: ", ")
    throw SceneComplaint("expected something to do: one of \(words).")
  }
}

extension SceneCursor {
  fileprivate mutating func action(
    _ word: ActionWord, _ folder: String, _ line: Int
  ) throws(SceneComplaint) -> SceneDescription.Action {
    let runner = "the name of an animator, spinner or animation"
    switch word {
    case .start: return .start(try name(runner, line: line))
    case .stop:
      let name = try name(runner, line: line)
      guard take("at") else { return .stop(name, atEnd: false) }
      if !take("end") { throw complaint("“end”") }
      return .stop(name, atEnd: true)
    case .toggle: return .toggle(try name(runner, line: line))
    case .reverse: return .reverse(try name("the name of an animator", line: line))
    case .show: return .show(try name("the name of a layer", line: line))
    case .hide: return .hide(try name("the name of a layer", line: line))
    case .picture:
      let name = try name("the name of a layer", line: line)
      return .picture(name, try picture(folder, line: line))
    case .quit: return .quit
    }
  }
}
