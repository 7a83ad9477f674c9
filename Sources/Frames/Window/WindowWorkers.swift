internal import Linux
internal import Pixels
import Synchronization

/// The workers of a window and what they share with the loop.
final class WindowWorkers: Sendable {
  let state: Mutex<WindowState>
  private let makeWorker: @Sendable () -> any FrameWorker
  /// The first frame at each of the policy's places.
  private let firsts: [Int]
  private let pool: BitmapPool
  private let signal = WorkSignal()
  private let ended = WorkSignal()
  private let limit: Int
  private let wake: @Sendable () -> Void
  private let ledger: MemoryLedger?

  init(
    state: WindowState, pool: BitmapPool, limit: Int, ledger: MemoryLedger?,
    makeWorker: @escaping @Sendable () -> any FrameWorker, wake: @escaping @Sendable () -> Void
  ) {
    self.ledger = ledger
    firsts = state.firsts
    self.state = Mutex(state)
    self.makeWorker = makeWorker
    self.pool = pool
    self.limit = limit
    self.wake = wake
  }

  /// Changes the state on the loop's thread and sets workers on what came of it.
  func change<Result: Sendable>(_ body: (inout WindowState) -> Result) -> Result {
    state.withLock { state in
      defer { employ(&state) }
      return body(&state)
    }
  }

  /// Wakes the loop.
  func ring() { wake() }

  /// Ends the workers; waits a little for those that are busy with a frame.
  func close() { ended.wait(forPosts: leave(), seconds: 2) }

  /// Ends the workers without waiting; answers how many there are to end.
  @discardableResult
  func leave() -> Int {
    let count = state.withLock { state in
      state.close()
      enter(&state)
      return state.workerCount
    }
    for _ in 0..<count { signal.post() }
    pool.trim(to: 0)
    return count
  }

  /// Gives idle memory back beyond what a budget allows.
  func trim(to bytes: Int) { pool.trim(to: bytes) }

  /// Wakes a worker for each frame in the queue; starts one where all are busy.
  private func employ(_ state: inout WindowState) {
    enter(&state)
    guard !state.isClosed else { return }
    pool.bound(total: state.poolBound)
    for _ in 0..<state.unannounced { signal.post() }
    state.unannounced = 0
    while state.idleWorkers < state.queue.count, state.workerCount < limit {
      do throws(Errno) {
        try BackgroundThread.start { self.run() }
        state.workerCount += 1
        state.idleWorkers += 1
      } catch {
        guard state.workerCount == 0, let frame = state.queue.first else { return }
        _ = state.takeWork()
        state.idleWorkers += 1
        state.failed(
          frame,
          FrameFault(
            "cannot be decoded: no thread could be started: \(error); end other programs or raise "
              + "`ulimit -u`"))
      }
    }
  }

  /// Writes what is used into the ledger.
  private func enter(_ state: inout WindowState) {
    guard let ledger else { return }
    let change = state.policy.usedBytes - state.enteredBytes
    state.enteredBytes += change
    if change != 0 { ledger.add(change) }
  }

  /// A worker's life.
  private func run() {
    let worker = makeWorker()
    while let frame = next() { decode(frame, with: worker) }
    state.withLock { $0.endedWorkers += 1 }
    ended.post()
    wake()
  }

  private func next() -> Int? {
    while true {
      signal.wait()
      let taken = state.withLock { state in (state.isClosed, state.takeWork()) }
      if taken.0 { return nil }
      if let frame = taken.1 { return frame }
    }
  }

  private func decode(_ frame: Int, with worker: any FrameWorker) {
    do throws(FrameFault) {
      let cost = try worker.cost(of: firsts[frame])
      let grant = state.withLock { state in
        let grant = state.measured(frame, cost)
        if grant != .proceed { state.idleWorkers += 1 }
        employ(&state)
        return grant
      }
      guard grant == .proceed else { return wakeIfAwaited() }
      // Handed over whole: a reference that stayed here would keep a dropped picture's memory.
      var picture: FittedPicture? = try worker.picture(
        of: firsts[frame], memoryLimit: cost.peakBytes, pool: pool)
      report { state in state.finished(frame, picture.take()) }
    } catch {
      report { state in state.failed(frame, error) }
    }
  }

  private func report(_ body: (inout WindowState) -> Void) {
    state.withLock { state in
      state.idleWorkers += 1
      body(&state)
      employ(&state)
    }
    wakeIfAwaited()
  }

  private func wakeIfAwaited() {
    if state.withLock({ $0.wakesLoop() }) { wake() }
  }
}
