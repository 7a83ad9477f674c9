import KMS

/// What becomes of a display, from its absence to its picture and back; pure.
///
/// What happened goes in, what is to be done comes out. Every error of a card or a display leads to
/// a state, and none of them ends a run.
struct DisplayLife: Equatable {
  /// Where it is.
  enum State: Hashable {
    /// There is no display to play on.
    case absent
    /// There is one, and its card is open; it is not ours yet.
    case opened
    /// It is ours, and shows nothing of ours yet.
    case mastered
    /// It shows pictures.
    case lit
    /// Another terminal or another program has it.
    case paused
    /// Its card is gone.
    case lost
  }

  /// What happened.
  enum Input: Hashable {
    /// The run wants a display.
    case begin
    /// Cards or cables changed, and have settled.
    case changed
    /// The time of `retry` has come.
    case due
    /// A display was chosen, and its card is open.
    case found
    /// None was.
    case missing(DisplayError)
    /// It is ours.
    case taken
    /// It does not become ours at present.
    case refused(DisplayError)
    /// It shows a picture.
    case shown
    /// It has all its buffers.
    case completed
    /// Another has it.
    case left
    /// It is ours again.
    case returned
    /// Its card is gone.
    case gone(DisplayError)
    /// Its buffers do not fit it any more.
    case outgrown(DisplayError)
    /// A look at it found what.
    case inspected(Finding)
  }

  /// What a look at a display that we have may find.
  enum Finding: Hashable {
    /// All is as it was.
    case same
    /// Nothing is plugged in any more.
    case unplugged
    /// It was plugged in again, or its link is bad: it needs a mode set.
    case reconnected
    /// Something else is to be played on: another monitor, another output.
    case other
    /// Its card is gone.
    case gone(DisplayError)
  }

  /// What is to be done, in this order.
  enum Action: Hashable {
    /// Look for a display; answer `found` or `missing`.
    case look
    /// Become its master and make its buffers; answer `taken` or `refused`.
    case take
    /// Look at the display that we have; answer `inspected`.
    case inspect
    /// Set its mode with the present picture.
    case relight
    /// Give it back for what is to be found now.
    case exchange
    /// Let go of it: its card is gone.
    case abandon
    /// Say `due` after so many nanoseconds.
    case retry(after: Int64)
    /// Tell the person what is the matter, once.
    case tell(DisplayError)
    /// Tell that the cable is out.
    case tellUnplugged
    /// Tell that it is in again.
    case tellPlugged
    /// Tell that pictures are seen again, if anything was told.
    case tellWell
  }

  /// Where it is.
  private(set) var state = State.absent
  /// Whether nothing is plugged in, though the card goes on as if.
  private(set) var isUnplugged = false
  /// Looks that found nothing, on end.
  private var attempts = 0
  /// How often buffers did not fit, or there was no memory for enough of them.
  private var outgrowths = 0
  /// Whether something changed while another had it.
  private var owesLook = false

  private static let shortestRest: Int64 = 500_000_000
  private static let longestRest: Int64 = 30_000_000_000
  /// How often another program is asked for the display.
  static let politeness: Int64 = 500_000_000

  /// Begins in a state: `absent`, or `mastered` for a display that was waited for already.
  init(state: State = .absent) { self.state = state }

  /// Takes in what happened; says what follows from it.
  mutating func handle(_ input: Input) -> [Action] {
    switch (state, input) {
    case (.absent, .begin), (.absent, .due), (.lost, .due): return [.look]
    case (.absent, .changed), (.opened, .changed), (.lost, .changed):
      attempts = 0
      return [.look]
    case (.absent, .found), (.lost, .found), (.opened, .found):
      state = .opened
      return [.take]
    case (.absent, .missing(let error)), (.lost, .missing(let error)),
      (.opened, .missing(let error)):
      state = .absent
      return [.tell(error), .retry(after: rest())]
    case (.opened, .due): return [.look]
    case (.opened, .refused(let error)):
      if error.code == .lost { state = .absent }
      return [
        .tell(error), .retry(after: error.isAnothers ? Self.politeness : rest()),
      ]
    case (.opened, .taken):
      state = .mastered
      attempts = 0
      isUnplugged = false
      owesLook = false
      return []
    case (.mastered, .shown):
      state = .lit
      return [.tellWell]
    case (.mastered, .completed), (.lit, .completed):
      outgrowths = 0
      return []
    case (.mastered, .left), (.lit, .left):
      state = .paused
      return []
    case (.paused, .returned):
      state = .mastered
      guard owesLook else { return [] }
      owesLook = false
      return [.inspect]
    case (.paused, .changed):
      // A card is asked again by whom it belongs to.
      owesLook = true
      return []
    case (.mastered, .changed), (.lit, .changed): return [.inspect]
    case (.mastered, .inspected(let finding)), (.lit, .inspected(let finding)):
      return follow(finding)
    case (.mastered, .gone(let error)), (.lit, .gone(let error)), (.paused, .gone(let error)):
      return lose(error)
    case (.mastered, .outgrown(let error)), (.lit, .outgrown(let error)):
      state = .absent
      attempts = outgrowths
      outgrowths += 1
      return [.tell(error), .exchange, .retry(after: rest())]
    default: return []
    }
  }

  private mutating func follow(_ finding: Finding) -> [Action] {
    switch finding {
    case .same: return []
    case .unplugged:
      guard !isUnplugged else { return [] }
      isUnplugged = true
      return [.tellUnplugged]
    case .reconnected:
      let wasUnplugged = isUnplugged
      isUnplugged = false
      return wasUnplugged ? [.relight, .tellPlugged] : [.relight]
    case .other:
      isUnplugged = false
      state = .absent
      return [.exchange, .look]
    case .gone(let error): return lose(error)
    }
  }

  private mutating func lose(_ error: DisplayError) -> [Action] {
    state = .lost
    isUnplugged = false
    attempts = 0
    return [.tell(error), .abandon, .look]
  }

  private mutating func rest() -> Int64 {
    defer { attempts += 1 }
    return Self.rest(afterAttempts: attempts)
  }

  /// How long it is left alone after so many attempts in vain, in nanoseconds.
  static func rest(afterAttempts attempts: Int) -> Int64 {
    // The first few are short: memory, say, may be wanting for a moment only.
    min(shortestRest << Int64(min(max(0, attempts - 2), 8)), longestRest)
  }
}

extension DisplayError {
  /// Whether another program has the display, which may end at any moment.
  fileprivate var isAnothers: Bool { code == .busy || code == .denied }
}
