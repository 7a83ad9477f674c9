import KMS

/// Why a player could not play, with the exit status that says so.
public struct PlayerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Kinds of failure, by exit status.
  public enum Kind: Int32, Sendable, Hashable {
    /// It failed while running.
    case failed = 1
    /// It was asked for something that makes no sense.
    case usage = 64
    /// There is no usable display where one is demanded.
    case noDisplay = 69
  }

  /// Which kind of failure.
  public let kind: Kind
  /// A sentence that names the thing, what happened and what to try.
  public let message: String

  /// Makes an error from its kind and its sentence.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The sentence.
  public var description: String { message }
}

extension PlayerError {
  /// What the display says; a failure while playing is told apart from having no display.
  init(_ error: DisplayError, whilePlaying: Bool = false) {
    let kind: Kind = error.code == .badModeRequest ? .usage : .noDisplay
    self.init(whilePlaying ? .failed : kind, error.message)
  }
}
