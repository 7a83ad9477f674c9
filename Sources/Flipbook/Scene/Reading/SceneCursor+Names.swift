extension SceneCursor {
  /// A name, given or referred to: letters, digits, `-` and `_`, not in quotes.
  mutating func name(
    _ expected: String, line: Int
  ) throws(SceneComplaint) -> SceneDescription.Name {
    if let next, next.isQuoted {
      throw SceneComplaint(
        "expected \(expected), found \(next.quoted); quotes are for files, names have none.")
    }
    guard let next else { throw complaint(expected) }
    let isName = next.text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_"
    }
    guard isName, next.text.unicodeScalars.count <= 64 else {
      throw SceneComplaint(
        "expected \(expected), of up to 64 letters, digits, - and _, found \(next.quoted).")
    }
    let text = take().text
    return SceneDescription.Name(text: text, line: line)
  }

  /// A file in quotes; a relative name starts from a folder.
  mutating func file(
    _ folder: String, line: Int
  ) throws(SceneComplaint) -> SceneDescription.File {
    let text = try quoted("a file in quotes such as \"logo.png\"")
    return SceneDescription.File(path: text.hasPrefix("/") ? text : folder + text, line: line)
  }

  /// A picture: a file in quotes, or the name of one.
  mutating func picture(
    _ folder: String, line: Int
  ) throws(SceneComplaint) -> SceneDescription.Picture {
    if next?.isQuoted == true { return .file(try file(folder, line: line)) }
    return .named(
      try name("the name of a picture or a file in quotes such as \"logo.png\"", line: line))
  }

  /// A place: across and down.
  mutating func point() throws(SceneComplaint) -> ScenePoint {
    ScenePoint(x: try length(), y: try length())
  }
}
