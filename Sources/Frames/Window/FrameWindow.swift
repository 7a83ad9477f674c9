internal import Linux
internal import Pixels

/// Decoded frames around the play head, within a budget, decoded ahead by workers.
///
/// The loop's thread owns it and makes every call; only the closures given to it run on workers.
/// The loop says where the head is with `setPlayhead`, and asks for frames with `frame(_:)`. It
/// lets go of a picture before it asks for another where the budget holds but few: what it keeps
/// counts against the budget until then.
public final class FrameWindow {
  let workers: WindowWorkers
  /// The place of each frame among frames of different files; nil where all differ.
  private let places: [Int]?
  private let frameCount: Int
  private var isOpen = true

  /// Workers that leave one processor to the loop.
  public static var defaultWorkers: Int { BackgroundThread.spareProcessors }

  /// Opens a window that may share a budget with others; decoding of the head's frame begins at once.
  ///
  /// - Parameters:
  ///   - sequence: at least one frame.
  ///   - budget: bytes of pictures held, in use and being decoded.
  ///   - ceiling: bytes that the budget may become; a frame that takes more is bad. Nil for no more
  ///     than it is.
  ///   - cache: how much is kept.
  ///   - workers: how many frames are decoded at a time at most.
  ///   - playhead: where playing starts.
  ///   - ledger: where windows that share a budget write what they use.
  ///   - makeWorker: called on each worker's thread for what decodes there.
  ///   - wake: called on a worker when something that the loop waits for has come about.
  package init(
    sequence: FrameSequence, budget: Int, ceiling: Int? = nil, cache: CacheMode,
    workers: Int = FrameWindow.defaultWorkers, playhead: PlayheadPlan, ledger: MemoryLedger? = nil,
    makeWorker: @escaping @Sendable () -> any FrameWorker, wake: @escaping @Sendable () -> Void
  ) {
    let frames = sequence.frames
    frameCount = frames.count
    // A frame that is held over a hole is the same file again: one place in the window.
    let firsts = sequence.firsts
    if firsts.count == frames.count {
      places = nil
    } else {
      var places: [Int] = []
      places.reserveCapacity(frames.count)
      for (place, first) in firsts.enumerated() {
        let end = place + 1 < firsts.count ? firsts[place + 1] : frames.count
        places += Array(repeating: place, count: end - first)
      }
      self.places = places
    }
    var plan = playhead
    plan.index = places?[plan.index] ?? plan.index
    let policy = WindowPolicy(
      count: firsts.count, budget: budget, ceiling: ceiling, mode: cache,
      workers: max(1, workers), plan: plan)
    let state = WindowState(policy: policy, firsts: firsts, names: { frames[$0].name })
    self.workers = WindowWorkers(
      state: state, pool: BitmapPool(limit: cache == .none ? 0 : budget), limit: max(1, workers),
      ledger: ledger, makeWorker: makeWorker, wake: wake)
    self.workers.change { state in state.perform(state.policy.replan()) }
  }

  /// Opens a window; decoding of the head's frame begins at once.
  ///
  /// - Parameters:
  ///   - sequence: at least one frame.
  ///   - budget: bytes of pictures held, in use and being decoded.
  ///   - cache: how much is kept.
  ///   - workers: how many frames are decoded at a time at most.
  ///   - playhead: where playing starts.
  ///   - makeWorker: called on each worker's thread for what decodes there.
  ///   - wake: called on a worker when something that the loop waits for has come about.
  public convenience init(
    sequence: FrameSequence, budget: Int, cache: CacheMode = .window,
    workers: Int = FrameWindow.defaultWorkers, playhead: PlayheadPlan = PlayheadPlan(index: 0),
    makeWorker: @escaping @Sendable () -> any FrameWorker, wake: @escaping @Sendable () -> Void
  ) {
    self.init(
      sequence: sequence, budget: budget, ceiling: nil, cache: cache, workers: workers,
      playhead: playhead, makeWorker: makeWorker, wake: wake)
  }

  deinit { close() }

  /// Says where the head is and how it moves on; cheap where nothing has changed.
  public func setPlayhead(_ plan: PlayheadPlan) {
    precondition(0..<frameCount ~= plan.index, "the play head is on a frame")
    var plan = plan
    plan.index = place(of: plan.index)
    workers.change { state in
      state.sweep()
      state.perform(state.policy.moveHead(to: plan))
    }
  }

  /// How a frame stands; if it is pending, the loop is woken when that changes.
  public func frame(_ index: Int) -> FrameState {
    let place = place(of: index)
    let (answer, isNewlyStarved): (FrameState, Bool) = workers.change { state in
      state.sweep()
      if let picture = state.pictures[place] { return (.ready(picture), false) }
      if let fault = state.faults[place] { return (.bad(reason: fault), false) }
      if let obstruction = state.obstruction(of: place) {
        return (.bad(reason: obstruction), false)
      }
      state.awaited = place
      state.wasBusyWhenAsked = !state.policy.inFlight.isEmpty
      return (.pending, state.noteStarved(place))
    }
    // A worker found out before anybody waited: no other wake would come.
    if isNewlyStarved { workers.ring() }
    return answer
  }

  /// What has come about since the last call.
  public func collect() -> [WindowNotice] {
    workers.change { state in
      defer { state.notices = [] }
      return state.notices
    }
  }

  /// Whether a frame is being decoded or about to be; the loop is woken when none is any more.
  public var isBusy: Bool {
    workers.change { state in
      state.sweep()
      state.isRestAwaited = !state.policy.inFlight.isEmpty
      return state.isRestAwaited
    }
  }

  /// Figures up to now.
  public var statistics: WindowStatistics {
    workers.change { state in
      WindowStatistics(
        peakBytes: state.policy.peakBytes, decodedFrames: state.decodedFrames,
        heldBytes: state.policy.heldBytes, heldFrames: state.policy.held.count,
        badFrames: state.faults.count)
    }
  }

  /// Lowers the budget, as when memory is short; it is not taken below what the frame on screen and
  /// the next need.
  ///
  /// `restore(to:)` ends it.
  public func shrink(to budget: Int) {
    workers.change { state in
      state.sweep()
      state.perform(state.policy.shrink(to: max(budget, state.policy.leastUsefulBudget)))
    }
  }

  /// Raises the budget again that was lowered; what was told is not told again.
  public func restore(to budget: Int) { resize(to: budget) }

  /// Ends the workers and lets go of all pictures; returns within two seconds.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    workers.close()
  }

  /// Ends the workers and lets go of all pictures without waiting; `wake` is called as each ends.
  ///
  /// `usedBytes` tells what is still in the making or in use.
  package func leave() {
    guard isOpen else { return }
    isOpen = false
    workers.leave()
  }

  func place(of index: Int) -> Int { places?[index] ?? index }
}
