/// Decides which frames are decoded, held and dropped: the window that follows the play head.
///
/// A plain state machine: inputs go in, actions come out, which the caller performs in order. It
/// knows no thread, file or clock. What it holds and what it has reserved for decoding never pass
/// the budget together; a frame that alone would is refused. A frame that it holds or has given
/// out is not decoded again. A bad frame is not tried again until that is asked for.
struct WindowPolicy: Sendable {
  /// Where a frame stands.
  enum Status: Sendable, Hashable {
    /// Not decoded; wanted or not.
    case absent
    /// With a worker, which may use this many bytes; none while it reads the header.
    case inFlight(reserved: Int, isCancelled: Bool)
    /// Decoded, and it takes this many bytes.
    case held(bytes: Int)
    /// Could not be decoded.
    case bad
  }

  /// Frames of the sequence.
  let count: Int
  /// How much is kept.
  let mode: CacheMode
  /// Frames that can be decoded at a time.
  let workers: Int
  /// The most bytes that are held and reserved together.
  private(set) var budget: Int
  /// What a frame may take at the most: one that takes more than the budget waits for a larger one.
  private(set) var ceiling: Int
  /// The play head.
  private(set) var plan: PlayheadPlan
  /// Where each frame stands.
  private(set) var status: [Status]
  /// Bytes that decoded frames take.
  private(set) var heldBytes = 0
  /// Bytes that frames with a worker may use.
  private(set) var reservedBytes = 0
  /// Frames that are held.
  private(set) var held: Set<Int> = []
  /// Frames with a worker.
  private(set) var inFlight: Set<Int> = []
  /// The most that held, reserved and outside bytes came to.
  private(set) var peakBytes = 0
  /// Whether room for a wanted frame was once lacking: the sequence does not fit the budget.
  private(set) var hasOverflowed = false
  /// Bytes of dropped frames that someone still uses; they count against the budget.
  var outsideBytes = 0

  private var badCount = 0
  /// Whether the budget was lowered for a time.
  private var isShrunk = false
  /// What each frame takes, as far as its header has been read.
  private(set) var costs: [DecodeCost?]
  private var hasMeasured = false

  /// Makes a policy; `start` gives its first actions.
  ///
  /// - Parameters:
  ///   - count: frames of the sequence; at least 1.
  ///   - budget: in bytes.
  ///   - ceiling: what the budget may become; nil for no more than it is.
  ///   - mode: how much is kept.
  ///   - workers: frames that can be decoded at a time; at least 1.
  ///   - plan: where the head starts.
  init(
    count: Int, budget: Int, ceiling: Int? = nil, mode: CacheMode, workers: Int, plan: PlayheadPlan
  ) {
    precondition(count > 0 && workers > 0)
    self.count = count
    self.budget = budget
    self.ceiling = max(budget, ceiling ?? budget)
    self.mode = mode
    self.workers = workers
    self.plan = plan
    status = Array(repeating: .absent, count: count)
    costs = Array(repeating: nil, count: count)
  }

  /// Bytes that count against the budget now.
  var usedBytes: Int { heldBytes + reservedBytes + outsideBytes }

  /// Bytes that frames with a worker use beyond what their pictures will take.
  var transientBytes: Int {
    inFlight.reduce(0) { sum, frame in
      guard case .inFlight(let reserved, _) = status[frame], let cost = costs[frame] else {
        return sum
      }
      return sum + max(0, reserved - cost.resultBytes)
    }
  }

  /// Bytes that frames with a worker use beside bitmaps.
  var otherBytes: Int { inFlight.reduce(0) { $0 + (costs[$1]?.otherBytes ?? 0) } }

  /// Whether a frame has no room only because of what is used outside the window.
  func isObstructed(_ frame: Int) -> Bool {
    guard status[frame] == .absent, let cost = costs[frame] else { return false }
    return outsideBytes > 0 && outsideBytes + cost.peakBytes > ceiling
  }

  /// Whether a frame has no room because the budget is smaller than it may become.
  func isStarved(_ frame: Int) -> Bool {
    guard status[frame] == .absent, let cost = costs[frame] else { return false }
    let needed = outsideBytes + cost.peakBytes
    return needed > budget && needed <= ceiling
  }

  /// The budget below which playing would halt: two of the largest frames known.
  var leastUsefulBudget: Int {
    2 * (costs.lazy.compactMap { $0?.peakBytes }.max() ?? budget / 2)
  }

  // MARK: - Inputs

  /// Plans anew: at the start, and whenever `outsideBytes` has become less.
  mutating func replan() -> [WindowAction] {
    var actions: [WindowAction] = []
    if isShrunk, isStarved(plan.index), let cost = costs[plan.index] {
      budget = outsideBytes + cost.peakBytes
    }
    let order = WantedOrder(plan: plan, count: count, lead: workers + 2)
    if mode == .none { leaveScreen(order, &actions) }
    fitBudget(order, &actions)
    admit(order, &actions)
    peakBytes = max(peakBytes, usedBytes)
    return actions
  }

  /// Moves the head, by a step or anywhere, or turns it round.
  mutating func moveHead(to plan: PlayheadPlan) -> [WindowAction] {
    if plan == self.plan { return [] }
    self.plan = plan
    return replan()
  }

  /// Says what a frame with a worker takes, once its header has been read.
  mutating func measured(
    _ frame: Int, _ cost: DecodeCost
  ) -> (grant: WindowGrant, actions: [WindowAction]) {
    guard case .inFlight(let reserved, let isCancelled) = status[frame] else {
      return (.postpone, [])
    }
    costs[frame] = cost
    hasMeasured = true
    if cost.peakBytes > ceiling {
      land(frame, as: .bad)
      return (.refuse, replan())
    }
    if isCancelled || usedBytes - reserved + cost.peakBytes > budget {
      // Planned anew with its cost known, it is given out again as soon as there is room.
      land(frame, as: .absent)
      return (.postpone, replan())
    }
    reservedBytes += cost.peakBytes - reserved
    status[frame] = .inFlight(reserved: cost.peakBytes, isCancelled: false)
    return (.proceed, replan())
  }

  /// Says that a frame is decoded and what it takes.
  mutating func decodeFinished(_ frame: Int, bytes: Int) -> [WindowAction] {
    guard case .inFlight(let reserved, _) = status[frame] else { return [] }
    // A decoder that takes more than it said is asked for that much next time.
    if bytes > reserved { costs[frame] = DecodeCost(resultBytes: bytes, peakBytes: bytes) }
    land(frame, as: .held(bytes: bytes))
    return replan()
  }

  /// Says that a frame cannot be decoded; it is remembered as bad.
  mutating func decodeFailed(_ frame: Int) -> [WindowAction] {
    guard case .inFlight = status[frame] else { return [] }
    land(frame, as: .bad)
    return replan()
  }

  /// Says that a frame was taken back from a worker that had not begun with it.
  mutating func decodeCancelled(_ frame: Int) -> [WindowAction] {
    guard case .inFlight = status[frame] else { return [] }
    land(frame, as: .absent)
    return replan()
  }

  /// Lowers the budget for a time; it is not raised.
  ///
  /// What workers are busy with is over when they end. The frame on screen still gets its memory: where
  /// it takes more, the budget grows to what it needs, up to what it was before.
  mutating func shrink(to budget: Int) -> [WindowAction] {
    self.budget = min(self.budget, budget)
    isShrunk = true
    return replan()
  }

  /// Counts a frame no more, whether it is held or with a worker: the window has been closed.
  mutating func abandon(_ frame: Int) {
    switch status[frame] {
    case .held(let bytes):
      status[frame] = .absent
      heldBytes -= bytes
      held.remove(frame)
    case .inFlight: land(frame, as: .absent)
    case .absent, .bad: break
    }
  }

  /// Sets another budget, larger or smaller.
  ///
  /// Frames that were refused for want of memory are tried again where it is larger. What workers
  /// are busy with beyond a smaller one is over when they end.
  mutating func resize(to budget: Int, ceiling: Int) -> [WindowAction] {
    for frame in 0..<count where status[frame] == .bad {
      guard let cost = costs[frame], cost.peakBytes > self.ceiling, cost.peakBytes <= ceiling
      else { continue }
      status[frame] = .absent
      badCount -= 1
    }
    isShrunk = false
    self.budget = budget
    self.ceiling = max(budget, ceiling)
    return replan()
  }

  /// Forgets which frames were bad, so that they are tried again.
  mutating func retryBadFrames() -> [WindowAction] {
    for frame in 0..<count where status[frame] == .bad { status[frame] = .absent }
    badCount = 0
    return replan()
  }

  // MARK: - Planning

  /// Mode `none`: drops all but the frame on screen and the next.
  private mutating func leaveScreen(_ order: WantedOrder, _ actions: inout [WindowAction]) {
    for victim in heldFrames(beyond: 1, order) { drop(victim.frame, &actions) }
  }

  /// Drops the least wanted until what is used fits a budget that was lowered.
  private mutating func fitBudget(_ order: WantedOrder, _ actions: inout [WindowAction]) {
    guard usedBytes > budget else { return }
    for victim in heldFrames(beyond: -1, order) {
      guard usedBytes > budget else { return }
      drop(victim.frame, &actions)
    }
  }

  /// Gives out wanted frames, the most wanted first, until workers or room run out.
  private mutating func admit(_ order: WantedOrder, _ actions: inout [WindowAction]) {
    guard held.count + inFlight.count + badCount < count else { return }
    for (frame, rank) in order {
      if mode == .none && rank > 1 { return }
      if case .inFlight(let reserved, true) = status[frame] {
        status[frame] = .inFlight(reserved: reserved, isCancelled: false)
      }
      guard status[frame] == .absent else { continue }
      let cost = costs[frame]?.peakBytes ?? 0
      if cost > ceiling {
        status[frame] = .bad
        badCount += 1
        actions.append(.refuse(frame))
        continue
      }
      guard inFlight.count < workers, makeRoom(for: cost, beyond: rank, order, &actions) else {
        cancelLeastWanted(beyond: rank, order, &actions)
        return
      }
      status[frame] = .inFlight(reserved: cost, isCancelled: false)
      reservedBytes += cost
      inFlight.insert(frame)
      actions.append(.decode(frame))
      // The first frame has the room to itself until it is known how much it leaves.
      if !hasMeasured { return }
    }
  }

  /// Drops frames that are less wanted than `rank` until `bytes` more fit; none if they cannot.
  private mutating func makeRoom(
    for bytes: Int, beyond rank: Int, _ order: WantedOrder, _ actions: inout [WindowAction]
  ) -> Bool {
    var lacking = usedBytes + bytes - budget
    if lacking <= 0 { return true }
    // Where those under way only need to end, nothing is dropped: so what fits is decoded once.
    if lacking <= transientBytes { return false }
    var victims: [Int] = []
    for victim in heldFrames(beyond: rank, order) where lacking > 0 {
      victims.append(victim.frame)
      lacking -= victim.bytes
    }
    guard lacking <= 0 else {
      if inFlight.isEmpty && outsideBytes == 0 { hasOverflowed = true }
      return false
    }
    hasOverflowed = true
    for victim in victims { drop(victim, &actions) }
    return true
  }

  /// Held frames of a rank beyond `rank`, the least wanted first.
  private func heldFrames(
    beyond rank: Int, _ order: WantedOrder
  ) -> [(frame: Int, bytes: Int)] {
    var found: [(frame: Int, bytes: Int, rank: Int)] = []
    for frame in held {
      guard case .held(let bytes) = status[frame] else { continue }
      let itsRank = order.rank(of: frame)
      if itsRank > rank { found.append((frame, bytes, itsRank)) }
    }
    found.sort { $0.rank > $1.rank }
    return found.map { ($0.frame, $0.bytes) }
  }

  /// Asks back the frame with a worker that is wanted least, where a more wanted one waits.
  private mutating func cancelLeastWanted(
    beyond rank: Int, _ order: WantedOrder, _ actions: inout [WindowAction]
  ) {
    var found: (frame: Int, rank: Int, reserved: Int)?
    for frame in inFlight {
      guard case .inFlight(let reserved, false) = status[frame] else { continue }
      let itsRank = order.rank(of: frame)
      if itsRank > max(rank, found?.rank ?? -1) { found = (frame, itsRank, reserved) }
    }
    guard let found else { return }
    status[found.frame] = .inFlight(reserved: found.reserved, isCancelled: true)
    actions.append(.cancel(found.frame))
  }

  private mutating func drop(_ frame: Int, _ actions: inout [WindowAction]) {
    guard case .held(let bytes) = status[frame] else { return }
    status[frame] = .absent
    heldBytes -= bytes
    held.remove(frame)
    actions.append(.drop(frame))
  }

  /// Ends a frame's time with a worker.
  private mutating func land(_ frame: Int, as end: Status) {
    guard case .inFlight(let reserved, _) = status[frame] else { return }
    reservedBytes -= reserved
    inFlight.remove(frame)
    status[frame] = end
    if case .held(let bytes) = end {
      heldBytes += bytes
      held.insert(frame)
    }
    if end == .bad { badCount += 1 }
  }
}
