import Controls
import Layers

/// What can be said of layers, spinners and buttons.
private enum LayerWord: String, CaseIterable {
  case superlayer = "in"
  case picture, animator, color, frame, at, center, size, width, height, fit, alpha, hidden
  case z, rotation, scale
  case duration, reverse, delay, stopped
  case pressed, on, toggles, key

  static func all(for kind: SceneNames.Kind) -> [LayerWord] {
    allCases.filter { word in
      switch word {
      case .duration, .reverse, .delay, .stopped: kind == .spinner
      case .pressed, .on, .toggles, .key: kind == .button
      default: true
      }
    }
  }
}

extension SceneReader {
  /// Reads `layer NAME …`, `spinner NAME …` or `button NAME …`.
  mutating func readLayer(
    _ statement: SceneStatement, _ start: SceneCursor, _ kind: SceneNames.Kind
  ) throws(SceneComplaint) {
    var cursor = start
    let folder = folder
    var layer = SceneDescription.Layer(
      name: try cursor.name("a name for the \(kind.rawValue)", line: statement.number))
    var spin = SceneDescription.Spin()
    var button = SceneDescription.Button()
    let errorsBefore = errors.count
    readClauses(
      of: statement, from: cursor, words: LayerWord.all(for: kind), repeated: [.toggles, .key]
    ) { (word: LayerWord, cursor, line) throws(SceneComplaint) in
      switch word {
      case .superlayer: layer.superlayer = try cursor.name("the name of a layer", line: line)
      case .picture:
        try layer.takeContent(.picture(try cursor.picture(folder, line: line)))
      case .animator:
        try layer.takeContent(.animator(try cursor.name("the name of an animator", line: line)))
      case .color: layer.background = try cursor.background()
      case .frame: try layer.place.take(.frame, &cursor)
      case .at: try layer.place.take(.at, &cursor)
      case .center: try layer.place.take(.center, &cursor)
      case .size: try layer.place.take(.size, &cursor)
      case .width: try layer.place.take(.width, &cursor)
      case .height: try layer.place.take(.height, &cursor)
      case .fit: layer.contentMode = try cursor.contentMode()
      case .alpha: layer.alpha = try cursor.alpha()
      case .hidden: layer.isHidden = true
      case .z: layer.zPosition = try cursor.number("a number", -1_000_000...1_000_000)
      case .rotation: layer.rotation = try cursor.degrees()
      case .scale: layer.scale = try cursor.scale()
      case .duration: spin.duration = try cursor.nanoseconds(from: 1_000_000)
      case .reverse: spin.isReversed = true
      case .delay: spin.delay = try cursor.nanoseconds()
      case .stopped: spin.isStopped = true
      case .pressed: button.pressed = try cursor.picture(folder, line: line)
      case .on: button.on = try cursor.picture(folder, line: line)
      case .toggles:
        button.toggles.append(
          try cursor.name("the name of an animator, spinner or animation", line: line))
      case .key: button.keys.append(try cursor.key())
      }
    }
    if kind == .spinner { layer.role = .spinner(spin) }
    if kind == .button { layer.role = .button(button) }
    try give(layer.name, to: kind)
    description.layers.append(layer)
    guard errors.count == errorsBefore, kind == .spinner, layer.content == .none,
      layer.background == .none
    else { return }
    throw SceneComplaint(
      "expected something that turns, such as picture \"\(layer.name.text).png\".")
  }
}

extension SceneDescription.Layer {
  fileprivate mutating func takeContent(_ content: Content) throws(SceneComplaint) {
    guard self.content == .none else {
      throw SceneComplaint("expected “picture” or “animator”, not both.")
    }
    self.content = content
  }
}

extension SceneCursor {
  fileprivate mutating func key() throws(SceneComplaint) -> InputTrigger {
    guard let next else { throw complaint("a key such as space, f5 or left") }
    guard !next.isQuoted, let code = InputCode.code(of: next.text) else {
      throw SceneComplaint(
        "expected a key such as space, f5 or left, found \(next.quoted)."
          + next.suggestion(among: InputCode.names))
    }
    _ = take()
    return .key(code)
  }
}
