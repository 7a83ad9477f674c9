import Layers

/// The words for how a picture lies in its layer: those of `--fit`, and edges and corners.
enum SceneFit {
  static let modes: [(word: String, mode: ContentMode)] = [
    ("contain", .aspectFit), ("cover", .aspectFill), ("stretch", .scaleToFill), ("none", .center),
    ("top", .top), ("bottom", .bottom), ("left", .left), ("right", .right),
    ("top-left", .topLeft), ("top-right", .topRight), ("bottom-left", .bottomLeft),
    ("bottom-right", .bottomRight),
  ]
}

extension SceneCursor {
  /// How a picture lies in its layer; the names that Swift has for that are taken too.
  mutating func contentMode() throws(SceneComplaint) -> ContentMode {
    if let next, !next.isQuoted, let mode = ContentMode(rawValue: next.text) {
      _ = take()
      return mode
    }
    return SceneFit.modes[try index(in: SceneFit.modes.map(\.word))].mode
  }
}
