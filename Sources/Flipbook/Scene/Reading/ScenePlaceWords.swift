import Pixels

/// What can be said of where a layer lies.
enum ScenePlaceWord {
  case frame, at, center, size, width, height
}

extension SceneDescription.Place {
  /// Takes what follows a word; what is given twice contradicts itself.
  mutating func take(_ word: ScenePlaceWord, _ cursor: inout SceneCursor) throws(SceneComplaint) {
    switch word {
    case .at:
      try checkPlace()
      position = try cursor.point()
      anchor = .zero
    case .center:
      try checkPlace()
      position = try cursor.point()
    case .frame:
      try checkPlace()
      position = try cursor.point()
      anchor = .zero
      try takeWidth(&cursor)
      try takeHeight(&cursor)
    case .size:
      try takeWidth(&cursor)
      try takeHeight(&cursor)
    case .width: try takeWidth(&cursor)
    case .height: try takeHeight(&cursor)
    }
  }

  private func checkPlace() throws(SceneComplaint) {
    guard position == nil else {
      throw SceneComplaint("expected only one of “frame”, “at” and “center”.")
    }
  }

  private mutating func takeWidth(_ cursor: inout SceneCursor) throws(SceneComplaint) {
    let width = try cursor.extent("a width")
    guard self.width == nil else { throw SceneComplaint("expected one width, found a second.") }
    self.width = width
  }

  private mutating func takeHeight(_ cursor: inout SceneCursor) throws(SceneComplaint) {
    let height = try cursor.extent("a height")
    guard self.height == nil else { throw SceneComplaint("expected one height, found a second.") }
    self.height = height
  }
}

extension SceneCursor {
  /// A length that is not negative.
  ///
  /// - Parameter what: “a width”.
  mutating func extent(_ what: String) throws(SceneComplaint) -> SceneLength {
    try value("\(what) such as 20, 50% or 100%-20") { text -> SceneLength? in
      guard let length = SceneLength(parsing: text), length.percent >= 0,
        length.percent > 0 || length.pixels >= 0
      else { return nil }
      return length
    }
  }
}
