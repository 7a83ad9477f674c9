import Testing

@testable import Flipbook

/// The sentences that a file is answered with; none where it is good.
func complaints(_ text: String, name: String = "s.scene") -> [String] {
  do {
    _ = try SceneFile.parse(text: text, name: name)
    return []
  } catch {
    return error.sentences
  }
}

/// Lines behind the first of a scene file, and what is said of them.
struct WrongLines: Sendable, CustomTestStringConvertible {
  var lines = ""
  var sentences: [String] = []

  var testDescription: String { lines }

  /// Takes a table apart: lines of a file, then with `=>` before each what is said of them.
  static func table(_ text: String) -> [WrongLines] {
    var table: [WrongLines] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("=> ") {
        table[table.count - 1].sentences.append("s.scene:\(line.dropFirst(3))")
      } else if let last = table.last, last.sentences.isEmpty {
        table[table.count - 1].lines += "\n\(line)"
      } else {
        table.append(WrongLines(lines: String(line)))
      }
    }
    return table
  }
}

@Suite("What is wrong in a scene file") struct SceneErrorTests {
  @Test(
    "is said in a sentence with file and line",
    arguments: [
      SceneMistakes.layers, SceneMistakes.framesAndPictures, SceneMistakes.motion,
      SceneMistakes.form,
    ]
    .flatMap(WrongLines.table))
  func sentences(wrong: WrongLines) {
    #expect(complaints("scene 1\n\(wrong.lines)\n") == wrong.sentences)
  }
}
