internal import Linux
internal import Pixels

/// What the loop and the workers of a window share, under its lock.
struct WindowState: Sendable {
  /// A picture that was dropped while someone still used it.
  private struct Departing {
    weak var picture: Picture?
    let bytes: Int
  }

  var policy: WindowPolicy
  /// Frames to decode that no worker has taken yet.
  private(set) var queue: [Int] = []
  private(set) var pictures: [Int: FittedPicture] = [:]
  private(set) var faults: [Int: String] = [:]
  private(set) var decodedFrames = 0
  var notices: [WindowNotice] = []
  /// Workers whose threads run.
  var workerCount = 0
  /// Of those, the ones that have ended since the window was closed.
  var endedWorkers = 0
  /// Bytes that the ledger knows of.
  var enteredBytes = 0
  /// Workers that wait for a frame, or are about to.
  var idleWorkers = 0
  /// Frames in the queue for which no worker has been woken yet.
  var unannounced = 0
  private(set) var isClosed = false
  /// The frame that the loop was told is pending.
  var awaited: Int?
  /// The frame for which the loop was woken because the budget is too small for it.
  private var toldStarved: Int?
  /// Whether a worker was busy when the loop was last told that a frame is pending.
  var wasBusyWhenAsked = false
  /// Whether the loop was told that the window is busy.
  var isRestAwaited = false
  /// Whether the loop wants to hear of each frame that is decoded or found bad.
  var isEachAwaited = false

  /// The first frame at each of the policy's places.
  let firsts: [Int]

  private let names: @Sendable (Int) -> String
  private var departing: [Departing] = []
  private var hasSaidOverflow = false
  private var obstructed: Set<Int> = []
  /// Frames that were named as bad; each is named once.
  private var named: Set<Int> = []
  private var hasProgress = false

  init(policy: WindowPolicy, firsts: [Int], names: @escaping @Sendable (Int) -> String) {
    self.policy = policy
    self.firsts = firsts
    self.names = names
  }

  /// Bytes within which the pool's idle and used memory must stay.
  var poolBound: Int { policy.budget - policy.otherBytes }

  /// Takes the next frame for a worker.
  mutating func takeWork() -> Int? {
    guard !queue.isEmpty else { return nil }
    idleWorkers -= 1
    return queue.removeFirst()
  }

  // MARK: - What workers report

  mutating func measured(_ frame: Int, _ cost: DecodeCost) -> WindowGrant {
    guard !isClosed else {
      policy.abandon(frame)
      return .postpone
    }
    let answer = policy.measured(frame, cost)
    if answer.grant == .refuse { refuse(frame, cost.peakBytes) }
    perform(answer.actions)
    return answer.grant
  }

  mutating func finished(_ frame: Int, _ picture: consuming FittedPicture?) {
    guard let bytes = picture?.picture.byteCount else { return }
    guard !isClosed else { return policy.abandon(frame) }
    pictures[frame] = picture
    decodedFrames += 1
    hasProgress = true
    perform(policy.decodeFinished(frame, bytes: bytes))
  }

  mutating func failed(_ frame: Int, _ fault: FrameFault) {
    guard !isClosed else { return policy.abandon(frame) }
    note(frame, fault.reason)
    hasProgress = true
    perform(policy.decodeFailed(frame))
  }

  /// Sets another budget; frames that only a smaller one made bad are no longer.
  mutating func resize(to budget: Int, ceiling: Int) {
    guard !isClosed, budget != policy.budget || ceiling != policy.ceiling else { return }
    let actions = policy.resize(to: budget, ceiling: ceiling)
    toldStarved = nil
    faults = faults.filter { policy.status[$0.key] == .bad }
    perform(actions)
  }

  // MARK: - Performing

  mutating func perform(_ actions: [WindowAction]) {
    for action in actions {
      switch action {
      case .decode(let frame) where policy.usedBytes > policy.budget:
        // What was dropped for it is still in use: it has to wait for that.
        perform(policy.decodeCancelled(frame))
      case .decode(let frame):
        queue.append(frame)
        unannounced += 1
      case .drop(let frame): drop(frame)
      case .refuse(let frame): refuse(frame, nil)
      case .cancel(let frame):
        guard let place = queue.firstIndex(of: frame) else { continue }
        queue.remove(at: place)
        perform(policy.decodeCancelled(frame))
      }
    }
    guard policy.mode == .all, policy.hasOverflowed, !hasSaidOverflow else { return }
    hasSaidOverflow = true
    notices.append(
      .exceedsBudget(
        heldFrames: policy.held.count, frames: policy.count, budget: policy.budget))
  }

  /// Plans anew if a dropped picture was let go of since.
  mutating func sweep() {
    guard !departing.isEmpty else { return }
    departing.removeAll { $0.picture == nil }
    let bytes = departing.reduce(0) { $0 + $1.bytes }
    guard bytes != policy.outsideBytes else { return }
    policy.outsideBytes = bytes
    if !isClosed { perform(policy.replan()) }
  }

  /// Lets go of every picture; those that someone still uses are counted until they are free.
  mutating func close() {
    isClosed = true
    for frame in queue { policy.abandon(frame) }
    queue = []
    for frame in Array(pictures.keys) {
      drop(frame)
      policy.abandon(frame)
    }
  }

  /// Whether a frame that the loop waits for takes more than the budget; says so once a budget.
  mutating func noteStarved(_ frame: Int) -> Bool {
    guard policy.isStarved(frame) else {
      toldStarved = nil
      return false
    }
    defer { toldStarved = frame }
    return toldStarved != frame
  }

  /// Whether the loop waits for something that has come about; says so once.
  mutating func wakesLoop() -> Bool {
    guard !isClosed else { return false }
    var wakes = !notices.isEmpty || (isEachAwaited && hasProgress)
    hasProgress = false
    if let frame = awaited,
      pictures[frame] != nil || faults[frame] != nil || policy.isObstructed(frame)
    {
      awaited = nil
      wakes = true
    }
    if let frame = awaited, noteStarved(frame) { wakes = true }
    if isRestAwaited && policy.inFlight.isEmpty {
      isRestAwaited = false
      wakes = true
    }
    return wakes
  }

  /// Why a frame waits for the loop itself, named once; nil where it does not.
  mutating func obstruction(of frame: Int) -> String? {
    guard policy.isObstructed(frame) else { return nil }
    let reason =
      "has no room beside the picture on screen in a budget of \(ByteText(policy.budget)); "
      + "give a larger --budget"
    if obstructed.insert(frame).inserted { name(frame, reason) }
    return reason
  }

  private mutating func drop(_ frame: Int) {
    guard let departed = departure(of: frame), departed.picture != nil else { return }
    departing.append(departed)
    policy.outsideBytes += departed.bytes
  }

  private mutating func departure(of frame: Int) -> Departing? {
    guard let picture = pictures.removeValue(forKey: frame)?.picture else { return nil }
    return Departing(picture: picture, bytes: picture.byteCount)
  }

  private mutating func refuse(_ frame: Int, _ peak: Int?) {
    let takes = peak.map { "takes \(ByteText($0)) to decode" } ?? "takes more memory to decode"
    note(
      frame,
      "\(takes), and the budget is \(ByteText(policy.budget)); give a larger --budget or a "
        + "smaller picture")
  }

  private mutating func note(_ frame: Int, _ reason: String) {
    guard faults.updateValue(reason, forKey: frame) == nil else { return }
    name(frame, reason)
  }

  private mutating func name(_ frame: Int, _ reason: String) {
    guard named.insert(frame).inserted else { return }
    let index = firsts[frame]
    notices.append(.badFrame(index: index, name: names(index), reason: reason))
  }
}
