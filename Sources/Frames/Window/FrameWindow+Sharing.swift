package import Pixels
import Synchronization

// What a window that shares a budget with others tells and is told. On the loop's thread.
extension FrameWindow {
  /// What the frames of a window take, as far as it is known.
  package struct Need: Sendable, Hashable {
    /// Bytes below which playing would halt: the frame on screen and the next.
    package var least: Int
    /// Bytes with which nothing is decoded twice.
    package var most: Int
  }

  /// A frame's picture if it is there; asking changes nothing.
  package func picture(of index: Int) -> FittedPicture? {
    let place = place(of: index)
    return workers.state.withLock { $0.pictures[place] }
  }

  /// Whether no frame of the sequence can be decoded.
  package var isHopeless: Bool { workers.state.withLock { $0.faults.count == $0.policy.count } }

  /// Bytes of pictures held, in use and being decoded; after `leave()` too.
  package var usedBytes: Int {
    workers.change { state in
      state.sweep()
      return state.policy.usedBytes
    }
  }

  /// Bytes of pictures that it no longer holds and that are still in use.
  package var keptBytes: Int {
    workers.change { state in
      state.sweep()
      return state.policy.outsideBytes
    }
  }

  /// Whether it was closed, and its workers are gone and its pictures free.
  package var isGone: Bool {
    workers.change { state in
      state.sweep()
      return state.isClosed && state.endedWorkers == state.workerCount
        && state.policy.usedBytes == 0
    }
  }

  /// Whether it was closed and a worker has not ended yet.
  package var isEnding: Bool {
    workers.state.withLock { $0.isClosed && $0.endedWorkers < $0.workerCount }
  }

  /// Whether a worker was at work when a frame was last said to be pending: then the loop is woken.
  package var wasBusyWhenAsked: Bool { workers.state.withLock { $0.wasBusyWhenAsked } }

  /// Whether the frame that the loop waits for takes more than the budget, and may get more.
  package var isStarved: Bool {
    workers.state.withLock { state in state.awaited.map(state.policy.isStarved) ?? false }
  }

  /// The bytes that it may use.
  package var budget: Int { workers.state.withLock { $0.policy.budget } }

  /// What its frames take; nil before the first was looked at.
  package var need: Need? { workers.state.withLock { $0.policy.need } }

  /// Sets another budget, larger or smaller; frames that were refused for want of it are tried
  /// again.
  ///
  /// A smaller one is kept at once, but for what is being decoded or in use. A frame that takes more
  /// than the budget and no more than `ceiling` waits for a larger one; nil refuses it.
  package func resize(to budget: Int, ceiling: Int? = nil) {
    let keepsIdle = workers.change { state in
      state.sweep()
      state.resize(to: budget, ceiling: max(budget, ceiling ?? budget))
      return state.policy.mode != .none && !state.isClosed
    }
    workers.trim(to: keepsIdle ? budget : 0)
  }

  /// Whether the loop is woken for each frame that is decoded or found bad.
  package func wakesForEach(_ wakes: Bool) {
    workers.state.withLock { $0.isEachAwaited = wakes }
  }
}

extension WindowPolicy {
  /// What the frames take, those not looked at yet reckoned like the largest known.
  var need: FrameWindow.Need? {
    var largest = DecodeCost(resultBytes: 0, peakBytes: 0)
    var known = 0
    var sum = 0
    for case let cost? in costs {
      largest.resultBytes = max(largest.resultBytes, cost.resultBytes)
      largest.peakBytes = max(largest.peakBytes, cost.peakBytes)
      known += 1
      sum += cost.resultBytes
    }
    guard known > 0 else { return nil }
    let least = 2 * largest.peakBytes
    if mode == .none { return FrameWindow.Need(least: least, most: least + largest.peakBytes) }
    let frames = sum + (count - known) * largest.resultBytes
    let making = workers * (largest.peakBytes - largest.resultBytes)
    return FrameWindow.Need(least: min(least, frames + making), most: frames + making)
  }
}
