import Layers

/// Makes a description of a scene file's statements, and gathers what is wrong with them.
///
/// Reads twice: statements in their order first, then the names in them, so that a name may be used
/// before the line that gives it.
struct SceneReader {
  /// The word that a statement begins with.
  enum StatementWord: String, CaseIterable {
    case background, picture, animator, layer, spinner, button, animate, when, after
  }

  var description: SceneDescription
  private(set) var errors: [SceneFileError] = []
  /// The folder that relative names are taken from, with its slash; empty for the present one.
  let folder: String
  /// What each name is given to.
  private var given: [SceneNames.Owner] = []
  private var backgroundLine: Int?

  /// Reads a file's bytes.
  ///
  /// - Parameter name: the path as it was given; relative names in the file start from its folder.
  init(_ bytes: [UInt8], name: String) {
    description = SceneDescription(name: name)
    if let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) {
      folder = String(name[...slash])
    } else {
      folder = ""
    }
    let statements = SceneStatements(bytes)
    guard checkBeginning(statements) else { return }
    for (line, complaint) in statements.complaints { note(complaint, line: line) }
    for statement in statements.list.dropFirst() { read(statement) }
    errors += SceneNames(description, given).errors
  }

  /// Whether the file says that it is a scene, of the kind that is read here.
  private mutating func checkBeginning(_ statements: SceneStatements) -> Bool {
    let first = statements.list.first?.lines.first
    if let first, first.tokens == [SceneToken("scene"), SceneToken("1")] {
      for line in statements.list[0].lines.dropFirst() {
        note(SceneComplaint("expected nothing to carry on “scene 1”."), line: line.number)
      }
      return true
    }
    if let broken = statements.complaints.first, broken.line < first?.number ?? .max {
      note(broken.complaint, line: broken.line)
    } else if let first, first.tokens[0] == SceneToken("scene") {
      let version = first.tokens.dropFirst().first?.quoted ?? "nothing"
      note(
        SceneComplaint("expected “scene 1”, the only kind of scene there is; found \(version)."),
        line: first.number)
    } else {
      let found = first.map { "found \($0.tokens[0].quoted)" } ?? "the file says nothing"
      note(
        SceneComplaint("expected “scene 1” as the first line of a scene file; \(found)."),
        line: first?.number)
    }
    return false
  }

  private mutating func read(_ statement: SceneStatement) {
    let line = statement.lines[0]
    var cursor = SceneCursor(line.tokens)
    let first = cursor.take()
    guard !first.isQuoted, let word = StatementWord(rawValue: first.text) else {
      note(
        .unknown(first, among: StatementWord.allCases.map(\.rawValue)), line: line.number)
      return
    }
    do throws(SceneComplaint) {
      switch word {
      case .background: try readBackground(statement, cursor)
      case .picture: try readPicture(statement, cursor)
      case .animator: try readAnimator(statement, cursor)
      case .layer: try readLayer(statement, cursor, .layer)
      case .spinner: try readLayer(statement, cursor, .spinner)
      case .button: try readLayer(statement, cursor, .button)
      case .animate: try readAnimation(statement, cursor)
      case .when: try readReaction(statement, cursor, isTimed: false)
      case .after: try readReaction(statement, cursor, isTimed: true)
      }
    } catch {
      note(error, line: line.number)
    }
  }

  private mutating func readBackground(
    _ statement: SceneStatement, _ start: SceneCursor
  ) throws(SceneComplaint) {
    var cursor = start
    let background = try cursor.background()
    try end(statement, cursor)
    if let backgroundLine {
      throw SceneComplaint("expected one background; line \(backgroundLine) gives it already.")
    }
    backgroundLine = statement.number
    description.background = background
  }

  private mutating func readPicture(
    _ statement: SceneStatement, _ start: SceneCursor
  ) throws(SceneComplaint) {
    var cursor = start
    let name = try cursor.name("a name for the picture", line: statement.number)
    let file = try cursor.file(folder, line: statement.number)
    try end(statement, cursor)
    try give(name, to: .picture)
    description.pictures.append(SceneDescription.NamedFile(name: name, file: file))
  }

  // MARK: - For all statements

  /// Remembers whose name it is; each is given once.
  mutating func give(
    _ name: SceneDescription.Name, to kind: SceneNames.Kind
  ) throws(SceneComplaint) {
    if let owner = given.first(where: { $0.name == name.text }) {
      throw SceneComplaint(
        "expected a new name; “\(name.text)” is \(owner.kind.noun) since line \(owner.line).")
    }
    given.append(SceneNames.Owner(name: name.text, kind: kind, line: name.line))
  }

  /// Nothing more may stand on the line, nor may the statement be carried on.
  func end(_ statement: SceneStatement, _ cursor: SceneCursor) throws(SceneComplaint) {
    try cursor.end()
    guard statement.lines.count == 1 else {
      throw SceneComplaint(
        "expected this statement on one line; line \(statement.lines[1].number) carries it on.")
    }
  }

  mutating func note(_ complaint: SceneComplaint, line: Int?) {
    errors.append(
      SceneFileError(file: description.name, line: line, message: complaint.message))
  }

  /// Goes through the words that say something about what a statement is about.
  ///
  /// What is wrong on one line is noted, and reading goes on with the next.
  ///
  /// - Parameters:
  ///   - start: behind the beginning of the statement, on its first line.
  ///   - words: those that can stand in this kind of statement.
  ///   - repeated: words that may be given more than once.
  ///   - read: takes what follows a word.
  mutating func readClauses<Clause: RawRepresentable>(
    of statement: SceneStatement, from start: SceneCursor, words: [Clause],
    repeated: [Clause] = [],
    _ read: (Clause, inout SceneCursor, Int) throws(SceneComplaint) -> Void
  ) where Clause.RawValue == String {
    // Only this much is made anew for each kind of word.
    readWords(
      of: statement, from: start, words: words.map(\.rawValue),
      repeated: repeated.map(\.rawValue)
    ) { (index, cursor, line) throws(SceneComplaint) in try read(words[index], &cursor, line) }
  }

  private mutating func readWords(
    of statement: SceneStatement, from start: SceneCursor, words: [String], repeated: [String],
    _ read: (Int, inout SceneCursor, Int) throws(SceneComplaint) -> Void
  ) {
    var given = [Int](repeating: 0, count: words.count)
    for (index, line) in statement.lines.enumerated() {
      var cursor = index == 0 ? start : SceneCursor(line.tokens)
      do throws(SceneComplaint) {
        while let next = cursor.next {
          let word = try cursor.index(in: words)
          if given[word] > 0, !repeated.contains(next.text) {
            throw SceneComplaint(
              "expected \(next.quoted) once; line \(given[word]) gives it already.")
          }
          given[word] = line.number
          try read(word, &cursor, line.number)
        }
      } catch {
        note(error, line: line.number)
      }
    }
  }
}
