import Linux

/// A word of a scene file, or what stands in quotes.
struct SceneToken: Sendable, Equatable {
  let text: String
  let isQuoted: Bool

  init(_ text: String, isQuoted: Bool = false) {
    self.text = text
    self.isQuoted = isQuoted
  }

  /// The word as messages show it, cut short where it is long.
  var quoted: String {
    let shown = text.count > 40 ? text.prefix(39) + "…" : text[...]
    return isQuoted ? "\"\(shown)\"" : "“\(shown)”"
  }

  /// " Did you mean “color”?", or nothing.
  func suggestion(among words: [String]) -> String {
    // Looking for the nearest word takes as long as both are: nobody mistypes a page.
    text.utf8.count <= 64 ? didYouMean(text, in: words) : ""
  }
}

extension SceneToken {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let hash = UInt8(ascii: "#")

  /// Takes a line apart: words between blanks and commas, parentheses, and texts in quotes.
  ///
  /// A comment begins with a `#` that stands first on the line or before a blank: `#102030` behind a
  /// word is a colour.
  static func list(of line: ArraySlice<UInt8>) throws(SceneComplaint) -> [SceneToken] {
    var tokens: [SceneToken] = []
    var rest = line
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ","):
        rest = rest.dropFirst()
      case UInt8(ascii: "("), UInt8(ascii: ")"):
        tokens.append(SceneToken(byte == UInt8(ascii: "(") ? "(" : ")"))
        rest = rest.dropFirst()
      case quote:
        tokens.append(try quotedText(from: &rest))
      case hash where tokens.isEmpty || beginsComment(rest):
        return tokens
      default:
        let word = rest.prefix { !" \t,()\"".utf8.contains($0) }
        tokens.append(SceneToken(String(decoding: word, as: UTF8.self)))
        rest = rest.dropFirst(word.count)
      }
    }
    return tokens
  }

  private static func beginsComment(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let next = rest.dropFirst().first else { return true }
    return next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") || next == hash
  }

  private static func quotedText(
    from rest: inout ArraySlice<UInt8>
  ) throws(SceneComplaint) -> SceneToken {
    let whole = rest
    var bytes: [UInt8] = []
    rest = rest.dropFirst()
    while let byte = rest.popFirst() {
      if byte == quote { return SceneToken(String(decoding: bytes, as: UTF8.self), isQuoted: true) }
      if byte == backslash {
        guard let escaped = rest.popFirst(), escaped == quote || escaped == backslash else {
          throw SceneComplaint(
            "expected \\\" or \\\\ after a backslash in quotes; write \\\\ for a backslash.")
        }
        bytes.append(escaped)
      } else {
        bytes.append(byte)
      }
    }
    let opened = SceneToken(String(decoding: whole.dropFirst(), as: UTF8.self))
    throw SceneComplaint("expected a quote \" at the end of \(opened.quoted).")
  }
}
