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
  /// Sentences that name the thing, what happened and what to try; a scene file may have several
  /// mistakes.
  public let sentences: [String]
  /// The signal that came before there was anything to end.
  let signal: Int32?
  /// What is the matter with the display, where that is what failed.
  let display: DisplayError.Code?

  /// Makes an error from its kind and its sentence.
  public init(_ kind: Kind, _ message: String) { self.init(kind, sentences: [message]) }

  /// Makes an error of one sentence or more.
  init(_ kind: Kind, sentences: [String], display: DisplayError.Code? = nil) {
    self.kind = kind
    self.sentences = sentences
    self.display = display
    signal = nil
  }

  /// Makes an error of a signal that came while a display was waited for.
  init(signal: Int32) {
    kind = .failed
    sentences = ["Signal \(signal) came while a display was waited for."]
    self.signal = signal
    display = nil
  }

  /// The sentences, a line each.
  public var message: String { sentences.joined(separator: "\n") }

  /// The sentences, a line each.
  public var description: String { message }
}

extension PlayerError {
  /// What the display says; a failure while playing is told apart from having no display.
  init(_ error: DisplayError, whilePlaying: Bool = false) {
    let kind: Kind = error.code == .badModeRequest ? .usage : .noDisplay
    self.init(
      whilePlaying ? .failed : kind, sentences: [error.message], display: error.code)
  }
}
