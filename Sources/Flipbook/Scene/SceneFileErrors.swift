/// One thing that is wrong in a scene file: where, and what was expected.
struct SceneFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file as it was named; nil where it is about what a command line asks for.
  let file: String?
  /// The line, from 1; nil where it is about the file as a whole.
  let line: Int?
  /// A sentence.
  let message: String

  /// The error as a compiler would say it, such as `intro.scene:7: expected seconds.`.
  var description: String {
    guard let file else { return message }
    return line.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)"
  }
}

/// Everything that is wrong in a scene file, in the order of its lines.
struct SceneFileErrors: Error, Sendable, Equatable, CustomStringConvertible {
  /// How many errors of a file are told: beyond those, one is likely the cause of others.
  static let most = 20

  /// At least one error, at most `most`.
  let list: [SceneFileError]
  /// Whether there were others, which are left out.
  let hasMore: Bool

  /// Orders errors by line and keeps the first ones; there must be one.
  init(_ errors: [SceneFileError]) {
    // The first ones of all, one after the other: those of one line stay as they were found.
    var first: [SceneFileError] = []
    for error in errors {
      let place = first.firstIndex { $0.line ?? 0 > error.line ?? 0 } ?? first.count
      first.insert(error, at: place)
      if first.count > Self.most { first.removeLast() }
    }
    list = first
    hasMore = errors.count > Self.most
  }

  /// One error about the file as a whole.
  init(file: String, _ message: String) {
    self.init([SceneFileError(file: file, line: nil, message: message)])
  }

  /// A sentence an error.
  var sentences: [String] {
    var sentences = list.map(\.description)
    if hasMore {
      let place = list.last?.file.map { "\($0): " } ?? ""
      sentences.append("\(place)there are more errors than these first \(Self.most).")
    }
    return sentences
  }

  /// The sentences, a line each.
  var description: String { sentences.joined(separator: "\n") }
}

/// What is wrong at the place that is being read; whoever knows the line makes an error of it.
struct SceneComplaint: Error {
  /// A sentence.
  let message: String

  init(_ message: String) { self.message = message }

  /// A word that is none of those that can stand here.
  static func unknown(_ word: SceneToken, among words: [String]) -> SceneComplaint {
    SceneComplaint(
      "unknown word \(word.quoted); expected one of \(words.joined(separator: ", "))."
        + (word.isQuoted ? "" : word.suggestion(among: words)))
  }
}
