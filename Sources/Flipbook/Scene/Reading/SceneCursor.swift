/// Reads the words of one line from left to right.
struct SceneCursor {
  private let tokens: [SceneToken]
  private var position = 0

  init(_ tokens: [SceneToken]) { self.tokens = tokens }

  var isAtEnd: Bool { position >= tokens.count }

  /// The next word or text, left where it is; nil at the end.
  var next: SceneToken? { isAtEnd ? nil : tokens[position] }

  /// Takes the next word or text; there must be one.
  mutating func take() -> SceneToken {
    position += 1
    return tokens[position - 1]
  }

  /// Takes a word if it comes next.
  mutating func take(_ word: String) -> Bool {
    guard let next, !next.isQuoted, next.text == word else { return false }
    position += 1
    return true
  }

  /// Takes one of a type's words.
  mutating func choice<Choice: RawRepresentable & CaseIterable>() throws(SceneComplaint) -> Choice
  where Choice.RawValue == String {
    let choices = Array(Choice.allCases)
    return choices[try index(in: choices.map(\.rawValue))]
  }

  /// Takes one of some words and tells which.
  mutating func index(in words: [String]) throws(SceneComplaint) -> Int {
    guard let next else { throw complaint("one of \(words.joined(separator: ", "))") }
    guard !next.isQuoted, let index = words.firstIndex(of: next.text) else {
      throw .unknown(next, among: words)
    }
    position += 1
    return index
  }

  /// Takes a word that a reader makes a value of.
  ///
  /// - Parameter expected: what it should be, for the sentence: “a number”.
  mutating func value<Value>(
    _ expected: String, _ read: (String) -> Value?
  ) throws(SceneComplaint) -> Value {
    guard let next, !next.isQuoted, let value = read(next.text) else { throw complaint(expected) }
    position += 1
    return value
  }

  /// Takes a text in quotes.
  mutating func quoted(_ expected: String) throws(SceneComplaint) -> String {
    guard let next, next.isQuoted, !next.text.isEmpty else { throw complaint(expected) }
    position += 1
    return next.text
  }

  /// The end of the line must be here.
  func end() throws(SceneComplaint) {
    if !isAtEnd { throw complaint("the end of the line") }
  }

  /// A sentence of what should stand here and what does.
  func complaint(_ expected: String) -> SceneComplaint {
    if let next { return SceneComplaint("expected \(expected), found \(next.quoted).") }
    guard let last = tokens.last else { return SceneComplaint("expected \(expected).") }
    return SceneComplaint("expected \(expected) after \(last.quoted).")
  }
}
