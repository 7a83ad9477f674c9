import Frames
import Layers
import Linux
import Pixels
import Timing

// Its window: when it is open, what it is told, and decoding ahead of a run.
extension FrameAnimator {
  /// Decoding ahead of a run that is under way.
  final class Precaching {
    let progress: ((Int, Int) -> Void)?
    private var completion: ((Bool) -> Void)?
    var told = -1

    init(_ progress: ((Int, Int) -> Void)?, _ completion: ((Bool) -> Void)?) {
      self.progress = progress
      self.completion = completion
    }

    func end(_ isDone: Bool) { completion.take()?(isDone) }
  }

  /// Decodes frames ahead of a run, as many as the budget holds.
  ///
  /// They stay until the next run is over. Asked for again, it begins anew, and what was asked for
  /// before is cancelled.
  /// - Parameters:
  ///   - progress: told on the loop's thread how many frames are decoded, of how many.
  ///   - completion: told once at the end, with whether all that the budget holds is decoded; false if
  ///     it was cancelled, or memory had to be given back.
  public func precache(
    progress: ((_ decoded: Int, _ count: Int) -> Void)? = nil,
    completion: ((_ isDone: Bool) -> Void)? = nil
  ) {
    cancelPrecache()
    precaching = Precaching(progress, completion)
    turnSoon()
  }

  /// Ends decoding ahead; what is decoded and not needed by a run is let go of.
  public func cancelPrecache() {
    isPrecached = false
    let cancelled = precaching.take()
    window?.wakesForEach(false)
    if run == nil, !keepsWindow { closeWindow() }
    cancelled?.end(false)
  }

  /// Whether the window stays open without a run.
  var keepsWindow: Bool { precaching != nil || isPrecached || caching == .all }

  /// Looks how far decoding ahead has got.
  func notePrecaching() {
    guard let precaching else { return }
    guard count > 0 else {
      self.precaching = nil
      return precaching.end(true)
    }
    guard let window = openWindow() else { return }
    window.wakesForEach(true)
    memory.rebalance()
    let held = window.statistics.heldFrames
    // Asked last: what ends after that wakes the loop.
    let isDone = !window.isBusy
    if held != precaching.told {
      precaching.told = held
      precaching.progress?(held, count)
    }
    guard isDone, self.precaching === precaching else { return }
    self.precaching = nil
    isPrecached = true
    window.wakesForEach(false)
    precaching.end(true)
  }

  /// Gives back what was decoded for a run to come; answers whether there was any.
  func releaseAtRest() -> Bool {
    guard run == nil, window != nil else { return false }
    let cancelled = precaching.take()
    isPrecached = false
    closeWindow()
    cancelled?.end(false)
    return true
  }

  // MARK: - The window

  /// The measure of what is shown now, or of a window that would be opened now.
  var measure: FrameMeasure {
    if let windowMeasure { return windowMeasure }
    let screen = host?.screenSize ?? PixelSize(width: 1, height: 1)
    // What the program draws comes as large as it draws it.
    let bounds = origin.maker == nil ? bounds : nil
    return FrameMeasure(size: decodeSize, bounds: bounds, screen: screen)
  }

  /// The window; opened where it is not, nil where it has to wait for memory.
  func openWindow() -> FrameWindow? {
    if let window { return window }
    guard let host, count > 0, !isClosed else { return nil }
    let measure = measure
    let frameBytes =
      measure.frameBytes ?? Bitmap.byteCount(size: host.screenSize, format: .argb8888)
    let plan = presentPlan
    let origin = origin
    let caching = caching
    window = memory.open(
      for: self, estimate: MemoryShares.Claim(least: 2 * frameBytes, most: 2 * frameBytes)
    ) { lease in origin.window(measure, lease, caching: caching, playhead: plan) }
    guard let window else { return nil }
    windowMeasure = measure
    windowPlan = plan
    return window
  }

  /// How a frame stands with a window; if it is pending, the loop looks again when that changes.
  func frame(_ index: Int, of window: FrameWindow) -> FrameState {
    let state = window.frame(index)
    if case .pending = state { memory.noteWaiting(for: window) }
    return state
  }

  func closeWindow() {
    guard let window else { return }
    pastStatistics = statistics
    self.window = nil
    windowMeasure = nil
    windowPlan = nil
    memory.leave(window)
  }

  /// Where the head is, as a window that opens now should expect it.
  private var presentPlan: PlayheadPlan {
    guard let run else {
      return PlayheadPlan(index: index, direction: runsReversed ? .backwards : .forwards)
    }
    let position = run.timeline.position(at: run.isWaiting ? run.timeline.anchorTime : loop.now)
    return plan(position, run)
  }

  private func plan(_ position: PlaybackPosition, _ run: FrameRun) -> PlayheadPlan {
    var kind = run.timeline.planKind
    if kind == .loop, repeatCount == .times(1) { kind = .once }
    return PlayheadPlan(index: position.frame, direction: position.direction, kind: kind)
  }

  /// Tells the window where the head of the run is.
  func move(to position: PlaybackPosition, _ run: FrameRun) { move(to: plan(position, run)) }

  /// Tells the window where the head is.
  func move(to plan: PlayheadPlan) {
    guard plan != windowPlan else { return }
    windowPlan = plan
    window?.setPlayhead(plan)
  }
}

// MARK: - What a stage needs

extension FrameAnimator: StagedAnimator {
  /// Whether a frame is being decoded: a virtual clock waits for that.
  var isBusy: Bool { memory.isUnsettled }

  /// Figures of its windows, those that were closed too.
  var statistics: WindowStatistics {
    var sum = pastStatistics
    sum.badFrames = badFrames.count
    sum.heldBytes = 0
    sum.heldFrames = 0
    guard let present = window?.statistics else { return sum }
    sum.peakBytes = max(sum.peakBytes, present.peakBytes)
    sum.decodedFrames += present.decodedFrames
    sum.heldBytes = present.heldBytes
    sum.heldFrames = present.heldFrames
    return sum
  }

  /// The run on the display is over: ends workers and lets go of all pictures; tells nothing more.
  func close() {
    wantedIndex = index
    isClosed = true
    onStart = nil
    onFrame = nil
    onStop = nil
    run = nil
    showing = nil
    given = nil
    precaching = nil
    isPrecached = false
    closeWindow()
  }
}
