import Glibc

/// Paths that match a quoted glob: `*`, `?`, `[…]`.
enum GlobExpansion {
  /// Whether a source has a character that makes it a glob.
  static func isGlob(_ source: String) -> Bool {
    source.utf8.contains { $0 == 0x2A || $0 == 0x3F || $0 == 0x5B }
  }

  /// Every path that matches, unsorted; hidden files only where the dot is written out.
  ///
  /// The C call is `glob`, which opens folders alone, never what is in them.
  static func paths(matching pattern: String) -> [String] {
    var result = glob_t()
    defer { globfree(&result) }
    guard glob(pattern, GLOB_NOSORT, nil, &result) == 0 else { return [] }
    return (0..<Int(result.gl_pathc)).compactMap { position in
      result.gl_pathv[position].flatMap { String(validatingCString: $0) }
    }
  }
}
