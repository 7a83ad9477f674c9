internal import Linux

/// Why a source gives no frames: a sentence that names it and says what to try.
public struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of trouble it is, for programs.
  public enum Kind: Sendable, Hashable {
    /// Nothing of that name is there.
    case missing
    /// The folder, pattern or glob finds no PNG or JPEG.
    case empty
    /// The system refuses to open or list it.
    case unreadable
    /// A file that is no PNG or JPEG.
    case notAPicture
    /// A pattern that cannot be understood, or whose numbers cannot be played.
    case badPattern
    /// A pipe, socket or device.
    case notAFile
  }

  /// What kind of trouble it is.
  public let kind: Kind
  /// The sentence.
  public let description: String

  /// Makes an error from its sentence.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  static func missing(_ source: String) -> SourceError {
    SourceError(
      .missing,
      "\(source) does not exist; check the spelling, or give a folder, a pattern like "
        + "frame_%04d.png, a quoted glob or a file.")
  }

  static func unreadable(_ path: String, _ errno: Errno) -> SourceError {
    let advice =
      switch errno {
      case .accessDenied, .notPermitted:
        "look at its rights with `ls -ld` and those of the folders above it, or run as a user "
          + "who may read it"
      case .inputOutput: "the medium may be failing; look at `dmesg`"
      case .noMemory: "memory is short; end other programs"
      case Errno(rawValue: 40): "the link leads back to itself; look at it with `ls -l`"
      default: "look at it with `ls -ld`"
      }
    return SourceError(.unreadable, "\(path) cannot be read: \(errno); \(advice).")
  }

  static func notAFile(_ source: String, _ kind: FileKind) -> SourceError {
    SourceError(
      .notAFile,
      "\(source) is \(kind.rawValue), not a picture; give a folder, a pattern or a picture file.")
  }

  static func empty(_ what: String, passedOver: [String]) -> SourceError {
    guard let first = passedOver.first else {
      return SourceError(.empty, "\(what) holds no PNG or JPEG; it is empty.")
    }
    let others = passedOver.count > 1 ? " and \(passedOver.count - 1) more" : ""
    return SourceError(
      .empty, "\(what) holds no PNG or JPEG; passed over were \(first)\(others).")
  }
}
