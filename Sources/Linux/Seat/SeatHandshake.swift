/// Decides what happens when the broker of a seat takes it away and gives it back.
///
/// Pure: inputs go in, actions come out in the order in which they are to be done. Mastership and
/// the terminal are the broker's, so there is nothing to take or to drop: what is in use is let go,
/// and only then the broker is told so.
public struct SeatHandshake: Sendable, Equatable {
  /// Where the seat is.
  public enum State: Sendable, Hashable {
    /// Ours.
    case here
    /// Taken away: the flip in flight is waited for.
    case leaving
    /// Another session's.
    case away
  }

  /// What happened.
  public enum Input: Sendable, Hashable {
    /// The broker gives the seat.
    case enabled
    /// The broker takes it.
    case disabled
    /// Nothing is in flight any more, or was waited for long enough.
    case displayStopped
    /// Keys ask for another session.
    case switchAsked(Int)
    /// The broker has ended: nothing that it opened can be used any more.
    case lost
    /// The program ends.
    case ending
  }

  /// What to do.
  public enum Action: Sendable, Hashable {
    /// Submit no more flips; say `displayStopped` when none is in flight.
    case stopDisplay
    /// Let go of all input devices.
    case suspendInput
    /// Let go of the display for good: what is opened later is another's.
    case loseDisplay
    /// Tell the broker that nothing is used any more.
    case acknowledge
    /// Set the mode, show the picture of the present time, go on flipping.
    case resumeDisplay
    /// Open the input devices again.
    case resumeInput
    /// Ask for another session to come to the front.
    case switchSession(Int)
  }

  /// Where the seat is.
  public private(set) var state: State
  /// Whether keys switch to no other session.
  public let isLocked: Bool

  /// A seat that is ours, or not yet.
  public init(_ state: State = .here, isLocked: Bool) {
    self.state = state
    self.isLocked = isLocked
  }

  /// Takes in what happened and answers what to do.
  public mutating func handle(_ input: Input) -> [Action] {
    switch (input, state) {
    case (.disabled, .here):
      state = .leaving
      return [.stopDisplay]
    // Said twice, it is answered twice: the broker waits.
    case (.disabled, .away): return [.acknowledge]
    case (.displayStopped, .leaving), (.ending, .leaving):
      state = .away
      return [.suspendInput, .acknowledge]
    case (.enabled, .away):
      state = .here
      return [.resumeDisplay, .resumeInput]
    case (.enabled, .leaving):
      // It came back before it was let go of. The input devices are dead even so.
      state = .here
      return [.suspendInput, .resumeDisplay, .resumeInput]
    case (.lost, _):
      // Whoever is the broker next gives the seat anew.
      let hasInput = state != .away
      state = .away
      return hasInput ? [.loseDisplay, .suspendInput] : [.loseDisplay]
    case (.switchAsked(let session), .here): return isLocked ? [] : [.switchSession(session)]
    default: return []
    }
  }
}
