import Layers

/// The words for how a picture lies in its layer: those of `--fit`, and edges and corners.
enum SceneFit {
  private static let modes: [(word: String, mode: ContentMode)] = [
    ("contain", .aspectFit), ("cover", .aspectFill), ("stretch", .scaleToFill), ("none", .center),
    ("top", .top), ("bottom", .bottom), ("left", .left), ("right", .right),
    ("top-left", .topLeft), ("top-right", .topRight), ("bottom-left", .bottomLeft),
    ("bottom-right", .bottomRight),
  ]

  static var words: [String] { modes.map(\.word) }

  /// The mode for a word, or for the name that Swift has for it.
  static func mode(_ word: String) -> ContentMode? {
    modes.first { $0.word == word }?.mode ?? ContentMode(rawValue: word)
  }
}

extension SceneCursor {
  /// How a picture lies in its layer.
  mutating func contentMode() throws(SceneComplaint) -> ContentMode {
    let words = SceneFit.words
    guard let next else { throw complaint("one of \(words.joined(separator: ", "))") }
    guard !next.isQuoted, let mode = SceneFit.mode(next.text) else {
      throw .unknown(next, among: words)
    }
    _ = take()
    return mode
  }
}
