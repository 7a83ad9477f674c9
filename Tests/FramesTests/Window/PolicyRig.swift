import Testing

@testable import Frames

/// Workers without threads for a policy, and a second account of what it should know.
///
/// Every action is checked as it is performed: nothing is decoded that is held or under way, and
/// nothing is dropped that is not held.
struct PolicyRig {
  private(set) var policy: WindowPolicy
  /// What each frame takes: the finished picture, and the most while it is decoded.
  let costs: [DecodeCost]
  /// Frames with a worker that has not read the header.
  private(set) var given: [Int] = []
  /// Frames being decoded.
  private(set) var decoding: [Int] = []
  private(set) var held: Set<Int> = []
  private(set) var refused: [Int] = []
  private(set) var decodeCounts: [Int]

  init(
    costs: [DecodeCost], budget: Int, mode: CacheMode = .window, workers: Int = 1,
    plan: PlayheadPlan = PlayheadPlan(index: 0)
  ) {
    self.costs = costs
    decodeCounts = Array(repeating: 0, count: costs.count)
    policy = WindowPolicy(
      count: costs.count, budget: budget, mode: mode, workers: workers, plan: plan)
    perform(policy.replan())
  }

  /// Bytes that are really in use.
  var realBytes: Int {
    held.reduce(0) { $0 + costs[$1].resultBytes } + policy.outsideBytes
      + decoding.reduce(0) { $0 + costs[$1].peakBytes }
  }

  mutating func move(_ plan: PlayheadPlan) { perform(policy.moveHead(to: plan)) }

  mutating func shrink(to budget: Int) { perform(policy.shrink(to: budget)) }

  mutating func resize(to budget: Int, ceiling: Int? = nil) {
    perform(policy.resize(to: budget, ceiling: ceiling ?? budget))
  }

  mutating func retry() { perform(policy.retryBadFrames()) }

  mutating func use(outside bytes: Int) {
    policy.outsideBytes = bytes
    perform(policy.replan())
  }

  /// A worker reads the header of the frame that was given out longest ago.
  @discardableResult
  mutating func measure() -> Bool {
    guard !given.isEmpty else { return false }
    let frame = given.removeFirst()
    let answer = policy.measured(frame, costs[frame])
    switch answer.grant {
    case .proceed: decoding.append(frame)
    case .refuse: refused.append(frame)
    case .postpone: break
    }
    perform(answer.actions)
    return true
  }

  /// A worker ends with one of the frames that it decodes.
  mutating func finish(at place: Int, isBad: Bool = false) {
    let frame = decoding.remove(at: place)
    if isBad {
      perform(policy.decodeFailed(frame))
    } else {
      held.insert(frame)
      decodeCounts[frame] += 1
      perform(policy.decodeFinished(frame, bytes: costs[frame].resultBytes))
    }
  }

  /// Decodes until nothing more is wanted.
  mutating func rest() {
    while measure() || !decoding.isEmpty {
      if !decoding.isEmpty { finish(at: 0) }
    }
  }

  private mutating func perform(_ actions: [WindowAction]) {
    for action in actions {
      switch action {
      case .decode(let frame):
        #expect(!held.contains(frame), "frame \(frame) is held and decoded again")
        #expect(!given.contains(frame) && !decoding.contains(frame), "frame \(frame) twice at once")
        given.append(frame)
      case .drop(let frame): #expect(held.remove(frame) != nil, "frame \(frame) is not held")
      case .refuse(let frame): refused.append(frame)
      case .cancel(let frame):
        guard let place = given.firstIndex(of: frame) else { continue }
        given.remove(at: place)
        perform(policy.decodeCancelled(frame))
      }
    }
    #expect(given.count + decoding.count <= policy.workers)
    #expect(held == policy.held)
  }
}
