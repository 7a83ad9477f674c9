import Linux
public import Timing

/// What is wrong with a `--bind`: a sentence.
public struct BindingError: Error, Hashable, CustomStringConvertible {
  /// The sentence: what was given, what is wrong, what to try.
  public let description: String
}

extension Bindings {
  /// The words for actions; `seek` stands for `seek:N`.
  static let actionWords = ["start", "stop", "toggle", "reverse", "quit", "none", "seek"]

  /// The words for gestures.
  static let gestureWords: [String: Gesture] = ["tap": .tap, "two-finger-tap": .twoFingerTap]

  /// Binds by the text of one `--bind`, such as `space=toggle`, `key:f1=seek:0` or `tap=none`.
  ///
  /// It takes the place of what the event asked for before.
  public mutating func bind(_ text: String) throws(BindingError) {
    guard let equal = text.firstIndex(of: "=") else {
      throw BindingError(
        description: "“\(text)” is no binding. Write EVENT=ACTION, such as space=toggle.")
    }
    let trigger = try Bindings.trigger(text[..<equal].lowercased(), in: text)
    self[trigger] = try Bindings.command(
      text[text.index(after: equal)...].lowercased(), in: text)
  }

  /// Reads the word for an event: `tap`, `two-finger-tap` or a key's name.
  public static func trigger(named word: String) throws(BindingError) -> InputTrigger {
    try trigger(word.lowercased(), in: word)
  }

  /// The word that `--bind` takes for a command.
  public static func word(for command: Command) -> String {
    switch command {
    case .start: "start"
    case .stop: "stop"
    case .toggle: "toggle"
    case .reverse: "reverse"
    case .seek(let frame): "seek:\(frame)"
    case .quit: "quit"
    }
  }

  private static func trigger(_ word: String, in text: String) throws(BindingError) -> InputTrigger
  {
    if let gesture = gestureWords[word] { return .gesture(gesture) }
    let isKey = word.hasPrefix("key:")
    let name = isKey ? String(word.dropFirst(4)) : word
    if let code = InputCode.code(of: name) { return .key(code) }
    let words = isKey ? InputCode.names : gestureWords.keys.sorted() + InputCode.names
    throw BindingError(
      description: """
        There is no \(isKey ? "key" : "event") “\(name)” to bind in “\(text)”.\
        \(didYouMean(name, in: words)) \
        Events are tap, two-finger-tap, and keys such as space, r, f1, left or volumeup.
        """)
  }

  private static func command(_ word: String, in text: String) throws(BindingError) -> Command? {
    switch word {
    case "start": return .start
    case "stop": return .stop
    case "toggle": return .toggle
    case "reverse": return .reverse
    case "quit": return .quit
    case "none": return nil
    default: break
    }
    if word == "seek" || word.hasPrefix("seek:") {
      // Digits only: Int would take a sign too.
      let number = word.dropFirst(5)
      if number.utf8.allSatisfy({ (48...57).contains($0) }), let frame = Int(number) {
        return .seek(frame: frame)
      }
      throw BindingError(
        description: """
          “\(word)” in “\(text)” names no frame. \
          Write seek:N with the number of a frame, counted from 0.
          """)
    }
    throw BindingError(
      description: """
        There is no action “\(word)” to bind in “\(text)”.\(didYouMean(word, in: actionWords)) \
        Actions are start, stop, toggle, reverse, seek:N, quit and none.
        """)
  }
}
