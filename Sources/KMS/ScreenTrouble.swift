/// Why a screen shows nothing new at present, and what has to happen for it to go on.
public enum ScreenTrouble: Sendable, Hashable {
  /// Another program or another console has the display: call `resume` when it may be ours again.
  case paused(DisplayError)
  /// The card is gone: restore nothing, drop the screen, and make another when a card comes.
  case lost(DisplayError)
  /// The mode does not fit the buffers any more: choose again, and make another screen.
  case outgrown(DisplayError)
  /// The kernel refused; the picture is kept, and `handleEvents` at this time tries it again.
  case backingOff(until: Int64, DisplayError)

  /// What happened, and what the one who has to mend it may try.
  public var error: DisplayError {
    switch self {
    case .paused(let error), .lost(let error), .outgrown(let error), .backingOff(_, let error):
      error
    }
  }
}
