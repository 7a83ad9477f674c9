import Frames
public import Layers
import Linux
public import Pixels
import Timing

extension FrameAnimator: MovingContent {
  /// What is to be drawn at a time in the near future: the frame due then if it is decoded, else what
  /// is shown; nil where nothing is.
  public func image(at time: Int64) -> ContentImage? {
    guard let run else { return imageAtRest }
    guard let (shown, position) = due(at: time, run) else { return imageAtEnd }
    given = position.map { (time, $0) }
    guard var image = shown?.image ?? imageAtRest else { return nil }
    if let fade = run.fade { image.alpha = fade.alpha(at: time) }
    return image
  }

  /// When `image(at:)` next gives something else by itself.
  public func nextChange(after time: Int64) -> Int64? {
    guard let run else { return nil }
    if let fade = run.fade, time < fade.end { return max(time + 1, fade.start) }
    if run.isWaiting || run.isHeld { return run.cutoff.flatMap { $0 > time ? $0 : nil } }
    let events = [run.timeline.nextChange(after: time), run.cutoff]
    return events.compactMap(\.self).filter { $0 > time }.min()
  }

  /// A layer shows it in bounds of this many pixels: frames of windows to come are made for them.
  public func willBeShown(size: PixelSize, mode: ContentMode) {
    if let bounds, bounds.size == size, bounds.mode == mode { return }
    bounds = (size, mode)
    turnSoon()
  }

  /// Whether the picture that is due is there, or never will be.
  public var isReady: Bool {
    if isClosed || count == 0 || showing != nil { return true }
    if run == nil { return fill != .hold || isFadedAway || badAtRest == index }
    return false
  }

  /// What is seen without a run.
  private var imageAtRest: ContentImage? {
    switch fill {
    case .hold: showing?.image
    case .still: showing?.image ?? still.map { ContentImage($0) }
    case .clear: showing?.image
    }
  }

  /// What is seen when the run is over, before that was told.
  private var imageAtEnd: ContentImage? {
    fill == .still ? still.map { ContentImage($0) } : nil
  }

  /// What is shown at a time, and where the head is if it may be another frame than now; nil where
  /// the run leaves nothing of its frames.
  private func due(
    at time: Int64, _ run: FrameRun
  ) -> (Showing?, PlaybackPosition?)? {
    if let fade = run.fade, time >= fade.end { return nil }
    guard !run.isWaiting, !run.isHeld else { return (showing, nil) }
    let isOver = run.cutoff.map { $0 <= time } == true || run.timeline.outcome(at: time) != nil
    if isOver, fill != .hold { return nil }
    let time = max(run.chosenAt, min(time, run.cutoff ?? .max))
    let position = run.timeline.position(at: time)
    guard position.step != run.step, let fitted = window?.picture(of: position.frame) else {
      return (showing, nil)
    }
    return (Showing(frame: position.frame, fitted: fitted, measure: measure), position)
  }

  /// Which frame `image(at:)` shows at a time, and where it stands; nil where it shows none.
  func shownFrame(at time: Int64) -> ShownFrame? {
    guard let run else { return showing.map { ShownFrame(index: $0.frame, run: runCount) } }
    guard let (shown, position) = due(at: time, run), let shown else { return nil }
    let step = position?.step ?? run.step ?? run.timeline.position(at: run.timeline.anchorTime).step
    return ShownFrame(
      index: shown.frame, run: run.number, jumps: run.jumps, step: step,
      stepsUnseen: run.stepsUnseen)
  }

  /// A picture of a frame to come was given out: it is as good as shown, so its change is told before
  /// the head is made to stay or to go elsewhere.
  func keepWhatWasGiven() {
    guard let given, let run, given.time > loop.now else { return self.given = nil }
    self.given = nil
    guard !run.isWaiting, !run.isPaused, !run.isHeld, given.position.step != run.step,
      given.position.frame != showing?.frame,
      run.timeline.position(at: given.time) == given.position,
      let fitted = window?.picture(of: given.position.frame)
    else { return }
    let step = given.position.step
    self.run?.step = step
    self.run?.owesFrame = false
    self.run?.chosenAt =
      run.timeline.outcome(at: given.time) == nil
      ? given.time
      : run.timeline.time(of: step, between: run.chosenAt, and: given.time) ?? given.time
    showing = Showing(frame: given.position.frame, fitted: fitted, measure: measure)
    host?.animatorDidChange()
    tellFrame(given.position.frame, run)
  }
}
