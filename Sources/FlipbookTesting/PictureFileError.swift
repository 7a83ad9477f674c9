public import Linux

/// Why a picture could not be written, as a sentence.
public struct PictureFileError: Error, Hashable, CustomStringConvertible {
  /// The file or folder.
  public let path: String
  /// What the system answered.
  public let errno: Errno
  /// What was to be written where, what happened, and what to try.
  public let description: String

  init(_ what: String, path: String, errno: Errno) {
    self.path = path
    self.errno = errno
    description =
      "\(what) cannot be written to \"\(path)\": \(errno). " + Self.advice(for: errno, path: path)
  }

  private static func advice(for errno: Errno, path: String) -> String {
    switch errno {
    case .noSpace: "Free some space, or choose another disk."
    case .accessDenied, .notPermitted: "Choose a folder that you may write to."
    case .notFound: "Make the folder first, or choose one that exists."
    case .notDirectory: "Part of the path is a file: choose another."
    case .isDirectory: "That is a folder: name a file in it."
    default: "Choose another place."
    }
  }
}
