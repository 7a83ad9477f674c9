/// Decides what happens when a virtual terminal is switched away from and back to.
///
/// Pure: inputs go in, actions come out in the order in which they are to be done. Another program
/// may have the display only after this one has stopped flipping and dropped master.
public struct TerminalHandshake: Sendable, Equatable {
  /// Where the terminal is.
  public enum State: Sendable, Hashable {
    /// In front, the display is ours.
    case here
    /// To go to the back: the flip in flight is waited for.
    case leaving
    /// In the back.
    case away
    /// In front again, the display not yet ours.
    case returning
  }

  /// What happened.
  public enum Input: Sendable, Hashable {
    /// The kernel asks for the terminal: another is to come to the front.
    case releaseAsked
    /// The terminal has come to the front.
    case acquired
    /// Nothing is in flight any more, or was waited for long enough.
    case displayStopped
    /// What came of dropping master: whether this process is master even so.
    case masterDropped(isStillMaster: Bool)
    /// This process is master.
    case masterTaken
    /// It is not, yet.
    case masterRefused
    /// The time of another try.
    case retryDue
    /// Keys ask for another terminal.
    case switchAsked(Int)
    /// The program ends.
    case ending
  }

  /// What to do.
  public enum Action: Sendable, Hashable {
    /// Submit no more flips; say `displayStopped` when none is in flight.
    case stopDisplay
    /// Drop master; say what came of it.
    case dropMaster
    /// Let go of all input devices.
    case suspendInput
    /// Let the other terminal come to the front.
    case allowRelease
    /// Keep it from that.
    case refuseRelease
    /// Tell the kernel that the terminal's coming was noticed.
    case acknowledge
    /// Become master; say what came of it.
    case takeMaster
    /// Say `retryDue` so many nanoseconds from now.
    case retry(after: Int64)
    /// Set the mode, show the picture of the present time, go on flipping.
    case resumeDisplay
    /// Open the input devices again.
    case resumeInput
    /// Ask for another terminal to come to the front.
    case activate(Int)
  }

  /// Between two tries to become master: at first, and at most.
  static let patience: (first: Int64, longest: Int64) = (50_000_000, 1_000_000_000)

  /// Where the terminal is.
  public private(set) var state = State.here
  /// Whether switching is forbidden.
  public let isLocked: Bool

  private var pause = Self.patience.first

  /// A terminal that is in front, its display ours.
  public init(isLocked: Bool) { self.isLocked = isLocked }

  /// Takes in what happened and answers what to do.
  public mutating func handle(_ input: Input) -> [Action] {
    switch (input, state) {
    case (.releaseAsked, .here), (.releaseAsked, .returning):
      if isLocked { return [.refuseRelease] }
      guard state == .here else {
        state = .away
        return [.suspendInput, .allowRelease]
      }
      state = .leaving
      return [.stopDisplay]
    case (.displayStopped, .leaving): return [.dropMaster]
    case (.masterDropped(isStillMaster: false), .leaving):
      state = .away
      return [.suspendInput, .allowRelease]
    case (.masterDropped(isStillMaster: true), .leaving):
      // Whoever comes to the front would find the display taken.
      state = .here
      return [.refuseRelease, .resumeDisplay]
    case (.acquired, .away):
      state = .returning
      pause = Self.patience.first
      return [.acknowledge, .takeMaster]
    case (.acquired, .leaving):
      // The switch was overtaken by one back to here.
      state = .here
      return [.acknowledge, .takeMaster, .resumeDisplay]
    case (.acquired, _): return [.acknowledge]
    case (.masterTaken, .returning):
      state = .here
      return [.resumeDisplay, .resumeInput]
    case (.masterRefused, .returning): return retryLater()
    case (.retryDue, .returning): return [.takeMaster]
    case (.switchAsked(let number), .here), (.switchAsked(let number), .returning):
      return isLocked ? [] : [.activate(number)]
    case (.ending, .leaving):
      state = .away
      return [.dropMaster, .allowRelease]
    default: return []
    }
  }

  private mutating func retryLater() -> [Action] {
    let isFirst = pause == Self.patience.first
    let after = pause
    pause = min(2 * pause, Self.patience.longest)
    // Keys must work even where the display does not come back.
    return (isFirst ? [.resumeInput] : []) + [.retry(after: after)]
  }
}
