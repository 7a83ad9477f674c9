import Linux
import Synchronization

/// What the tool says: data on standard output, everything else on standard error.
enum Console {
  private static let failed = Mutex(false)

  /// Whether data could not be printed that somebody may still wait for.
  static var hasFailed: Bool { failed.withLock { $0 } }

  /// Prints data as it is.
  ///
  /// A reader that has gone away had what it wanted; any other failure is told and remembered.
  static func print(_ text: String) {
    do {
      try StandardOutput.write(text)
    } catch {
      if error == .brokenPipe { return }
      failed.withLock { $0 = true }
      complain("Cannot write to standard output: \(error); free some space or give it a reader.")
    }
  }

  /// Prints a message as it is.
  static func error(_ text: String) { StandardError.write(text) }

  /// Prints a sentence on a line of its own, whatever is in the names that it speaks of.
  static func complain(_ sentence: String) { error("flipbook: \(sentence.printable)\n") }
}

extension String {
  /// The text with control characters, as a file's name may have them, in a form that can be seen.
  ///
  /// A terminal obeys them: a name could wipe the screen or forge a line.
  var printable: String {
    guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return self
    }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.properties.generalCategory == .control {
        text += scalar.escaped(asASCII: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
