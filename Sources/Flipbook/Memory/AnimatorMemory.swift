import Frames
import Linux

/// The memory of all animators of a stage: shares of one budget, and the bell of their decoders.
///
/// Windows open with a share and get more or less as others come and go; what they hold, what they
/// decode and what is still in use of those that closed never passes the budget together. On the
/// loop's thread.
final class AnimatorMemory {
  /// With what a window opens.
  struct Lease {
    /// Bytes that it may use.
    let budget: Int
    /// The most that a frame of it may take, once others have made room.
    let ceiling: Int
    /// How many frames are decoded at a time at most.
    let workers: Int
    /// Where it writes what it uses.
    let ledger: MemoryLedger
    /// Called on workers when there is something to look at.
    let wake: @Sendable () -> Void
  }

  private struct Tenant {
    weak var animator: FrameAnimator?
    let window: FrameWindow
    let estimate: MemoryShares.Claim
  }

  private struct Listener {
    weak var animator: FrameAnimator?
  }

  /// How long a frame waits for memory that others use, before it is told that there is none.
  private static let patience: Int64 = 1_000_000_000

  /// Bytes for all.
  private(set) var budget: Int
  /// What that may become before frames that do not fit it are refused; nil for no more.
  private var ceiling: Int?
  /// How many frames a window decodes at a time at most.
  var workers = FrameWindow.defaultWorkers
  /// What all windows use together.
  let ledger: MemoryLedger
  private let loop: EventLoop
  private let bell = Bell()
  private var listeners: [Listener] = []
  private var tenants: [Tenant] = []
  /// Windows that were closed, until their workers have ended and their pictures are free.
  private var leaving: [FrameWindow] = []
  private let shortage: MemoryGuard
  private var starvation: (since: Int64, timer: TimerToken)?
  /// Whether decoders have been at work since it was last looked at what they did.
  private var owesLook = false

  /// Makes the memory of a stage.
  ///
  /// - Parameter ledger: where what they use is written up.
  /// - Throws: the errno of `eventfd` or `epoll_ctl`.
  init(
    loop: EventLoop, budget: Int, ceiling: Int? = nil, ledger: MemoryLedger = MemoryLedger()
  ) throws(Errno) {
    self.ceiling = ceiling
    self.loop = loop
    self.ledger = ledger
    self.budget = budget
    shortage = MemoryGuard(loop: loop)
    bell.waker = try loop.makeWaker { [bell] in bell.handler() }
    bell.handler = { [weak self] in self?.look() }
    shortage.giveBackSpare = { [weak self] in self?.giveBackSpare() ?? false }
    shortage.onChange = { [weak self] in self?.rebalance() }
  }

  deinit {
    if let starvation { loop.cancel(starvation.timer) }
  }

  /// An animator wants to hear when decoders have done something.
  func add(_ animator: FrameAnimator) {
    listeners.removeAll { $0.animator == nil }
    listeners.append(Listener(animator: animator))
  }

  // MARK: - Windows

  /// Opens a window with a share; nil where it has to wait for what others are about to give up.
  ///
  /// - Parameters:
  ///   - animator: whose.
  ///   - estimate: what it needs, before its first frame was looked at.
  ///   - make: makes it.
  func open(
    for animator: FrameAnimator, estimate: MemoryShares.Claim,
    make: (Lease) -> FrameWindow
  ) -> FrameWindow? {
    let limit = min(max(budget, ceiling ?? 0), max(0, animator.budget ?? .max))
    let share = shrinkToShares(with: capped(estimate, animator)).last ?? 0
    let room = max(0, budget - bytesTaken)
    if share > room, isSettling {
      owesLook = true
      return nil
    }
    let lease = Lease(
      budget: min(share, room), ceiling: limit, workers: workers, ledger: ledger,
      wake: { [waker = bell.waker] in waker?.wake() })
    let window = make(lease)
    tenants.append(Tenant(animator: animator, window: window, estimate: estimate))
    return window
  }

  /// A window is no longer wanted: its memory becomes free as soon as can be.
  func leave(_ window: FrameWindow) {
    tenants.removeAll { $0.window === window }
    window.leave()
    if !window.isGone { leaving.append(window) }
    rebalance()
  }

  /// Has another budget for all.
  ///
  /// - Parameter ceiling: what that may become; nil for no more.
  func resize(to budget: Int, ceiling: Int? = nil) {
    guard budget != self.budget || ceiling != self.ceiling else { return }
    self.budget = budget
    self.ceiling = ceiling
    rebalance()
    for tenant in tenants {
      tenant.window.resize(to: tenant.window.budget, ceiling: self.ceiling(of: tenant))
    }
  }

  /// What all windows need together; nil where one has not looked at its frames yet, or none is open.
  var need: MemoryShares.Claim? {
    guard !tenants.isEmpty, tenants.allSatisfy({ $0.window.need != nil }) else { return nil }
    return tenants.map(claim).reduce(MemoryShares.Claim(least: 0, most: 0)) { sum, claim in
      MemoryShares.Claim(least: sum.least + claim.least, most: sum.most + claim.most)
    }
  }

  /// Shares the budget anew, as far as what is in use allows.
  func rebalance() {
    leaving.removeAll(where: \.isGone)
    let shares = shrinkToShares()
    var taken = bytesTaken
    for (tenant, share) in zip(tenants, shares) {
      let budget = tenant.window.budget
      let own = max(budget, tenant.window.usedBytes)
      let next = min(share, self.budget - (taken - own))
      guard next > budget else { continue }
      tenant.window.resize(to: next, ceiling: ceiling(of: tenant))
      taken += max(next, own) - own
    }
    noteStarvation()
  }

  // MARK: - When memory is short

  /// Memory is short: gives back what was decoded for later, and at further calls half of what is
  /// left.
  func relieve() { shortage.relieve() }

  private func giveBackSpare() -> Bool {
    var hasGiven = false
    for listener in listeners where listener.animator?.releaseAtRest() == true { hasGiven = true }
    return hasGiven
  }

  // MARK: - Looking

  /// Whether decoders are at work, or what they did was not looked at yet.
  ///
  /// A virtual clock has to wait for that: else time would overtake what is ready.
  var isUnsettled: Bool {
    if isSettling {
      owesLook = true
    } else if owesLook {
      bell.waker?.wake()
    }
    return owesLook
  }

  /// Whether a worker is about to give something up.
  private var isSettling: Bool {
    tenants.contains { $0.window.isBusy } || leaving.contains(where: \.isEnding)
  }

  /// An animator was told that a frame of its window is pending.
  ///
  /// What a worker does about it may be done, and not rung for yet, when a virtual clock next asks.
  func noteWaiting(for window: FrameWindow) {
    if window.wasBusyWhenAsked { owesLook = true }
  }

  /// Whether no window is open, and what those held that were closed is free.
  var isIdle: Bool {
    leaving.removeAll(where: \.isGone)
    return tenants.isEmpty && leaving.isEmpty
  }

  private func look() {
    owesLook = false
    rebalance()
    // Not before something was decoded: the first picture comes before all that can wait.
    shortage.listen()
    for listener in listeners { listener.animator?.advance() }
  }

  // MARK: - Sums

  /// Bytes of decoded frames, and of those in the making.
  var usedBytes: Int {
    (tenants.map(\.window) + leaving).reduce(0) { $0 + $1.usedBytes }
  }

  /// Bytes that are used, or that those who have them may use.
  private var bytesTaken: Int {
    tenants.reduce(0) { $0 + max($1.window.budget, $1.window.usedBytes) }
      + leaving.reduce(0) { $0 + $1.usedBytes }
  }

  /// Takes from those who have more than their share; answers the shares, a newcomer's last.
  private func shrinkToShares(with newcomer: MemoryShares.Claim? = nil) -> [Int] {
    let claims = tenants.map(claim) + [newcomer].compactMap(\.self)
    let least = claims.reduce(0) { $0 + min($1.least, $1.limit) }
    // What closed windows still have on the screen is not to be had.
    let free = max(0, budget - leaving.reduce(0) { $0 + $1.keptBytes })
    let whole = max(shortage.budget(of: free), min(free, least))
    let shares = MemoryShares.allot(whole, among: claims)
    for (tenant, share) in zip(tenants, shares) where share < tenant.window.budget {
      tenant.window.resize(to: share, ceiling: ceiling(of: tenant))
    }
    return shares
  }

  private func claim(of tenant: Tenant) -> MemoryShares.Claim {
    let need = tenant.window.need.map { MemoryShares.Claim(least: $0.least, most: $0.most) }
    guard let animator = tenant.animator else { return need ?? tenant.estimate }
    return capped(need ?? tenant.estimate, animator)
  }

  private func capped(
    _ claim: MemoryShares.Claim, _ animator: FrameAnimator
  ) -> MemoryShares.Claim {
    var claim = claim
    claim.limit = max(0, animator.budget ?? .max)
    return claim
  }

  private func ceiling(of tenant: Tenant) -> Int {
    min(max(budget, ceiling ?? 0), max(0, tenant.animator?.budget ?? .max))
  }

  /// Where a frame has found no memory for a while it is refused, which says so.
  private func noteStarvation() {
    let starved = tenants.filter { $0.window.isStarved }
    guard !starved.isEmpty else {
      if let starvation { loop.cancel(starvation.timer) }
      starvation = nil
      return
    }
    guard let since = starvation?.since else {
      let timer = loop.schedule(at: loop.now + Self.patience) { [weak self] in self?.look() }
      starvation = (loop.now, timer)
      return
    }
    guard loop.now - since >= Self.patience else { return }
    starvation = nil
    for tenant in starved { tenant.window.resize(to: tenant.window.budget) }
    bell.waker?.wake()
  }
}

/// What decoders ring, and what the loop does then.
private final class Bell {
  var waker: Waker?
  var handler: () -> Void = {}
}
