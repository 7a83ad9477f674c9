import Linux

/// What the tool says: data on standard output, everything else on standard error.
enum Console {
  /// Prints data as it is.
  static func print(_ text: String) {
    do {
      try StandardOutput.write(text)
    } catch {
      StandardError.write("flipbook: Cannot write to standard output: \(error).\n")
    }
  }

  /// Prints a message as it is.
  static func error(_ text: String) { StandardError.write(text) }
}
