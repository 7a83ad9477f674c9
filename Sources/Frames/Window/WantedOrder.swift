/// Every frame of a sequence in the order in which it deserves memory.
///
/// First the frame on screen and those due next; then, among those due later, one frame in eight
/// that was just passed, nearest first, since a reversal needs it at once. A frame's rank is its
/// place in this order, with gaps where a frame would come a second time.
struct WantedOrder: Sequence, IteratorProtocol {
  /// Of so many frames one is behind the head, once enough are ahead.
  static let share = 8

  private let ahead: PlayheadPlan
  private let behind: PlayheadPlan
  private let count: Int
  private let lead: Int
  private var nextAhead = 0
  private var nextBehind = 1

  /// Makes the order for a head.
  ///
  /// - Parameters:
  ///   - plan: the head.
  ///   - count: frames of the sequence.
  ///   - lead: frames due next that come before any that was passed.
  init(plan: PlayheadPlan, count: Int, lead: Int) {
    ahead = plan
    behind = plan.reversed
    self.count = count
    self.lead = lead
  }

  /// A frame's place in the order, without walking there.
  func rank(of frame: Int) -> Int {
    let rankAhead = ahead.steps(until: frame, of: count).map(rank(ahead:))
    let rankBehind = behind.steps(until: frame, of: count).map(rank(behind:))
    return Swift.min(rankAhead ?? .max, rankBehind ?? .max)
  }

  /// The next frame and its rank; nil when all have come.
  mutating func next() -> (frame: Int, rank: Int)? {
    while true {
      let isAheadLeft = nextAhead <= ahead.horizon(of: count)
      let isBehindLeft = nextBehind <= behind.horizon(of: count)
      guard isAheadLeft || isBehindLeft else { return nil }
      let place: Int?
      let rank: Int
      if isAheadLeft, !isBehindLeft || self.rank(ahead: nextAhead) < self.rank(behind: nextBehind) {
        rank = self.rank(ahead: nextAhead)
        place = ahead.index(after: nextAhead, of: count)
        nextAhead += 1
      } else {
        rank = self.rank(behind: nextBehind)
        place = behind.index(after: nextBehind, of: count)
        nextBehind += 1
      }
      // What comes a second time has the rank of the first.
      if let place, self.rank(of: place) == rank { return (place, rank) }
    }
  }

  private func rank(ahead steps: Int) -> Int {
    steps <= lead ? steps : steps + (steps - lead - 1) / (Self.share - 1) + 1
  }

  private func rank(behind steps: Int) -> Int {
    steps == 0 ? 0 : lead + 1 + (steps - 1) * Self.share
  }
}
