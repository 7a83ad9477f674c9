import Layers
import Linux
import Timing

// Starting, stopping, resting.
extension FrameAnimator {
  /// Whether a run is under way, at rest or not.
  public var isAnimating: Bool { run != nil }

  /// Whether a run is under way and at rest.
  public var isPaused: Bool { run?.isPaused ?? false }

  /// Starts a run without a context.
  public func start() { start(context: nil) }

  /// Starts a run and returns at once.
  ///
  /// It begins on a later turn of the loop, once its first frame is decoded: at `index` if that was
  /// set, else at the beginning. Where a run is under way none is started: a stop that is still to
  /// come is taken back, and a run at rest goes on.
  /// - Parameter context: any value, handed to the callbacks of the run.
  public func start(context: Any?) {
    guard !isClosed else { return }
    guard var run else {
      begin(FrameTimeline(playback(from: wantedIndex)), context)
      return
    }
    run.fade = nil
    run.limit = nil
    run.end(by: .never, now: loop.now)
    self.run = run
    resume()
    turnSoon()
  }

  /// Stops the run now; `onStop` has been called when this returns.
  ///
  /// Nothing where there is none.
  public func stop() {
    keepWhatWasGiven()
    finish(false)
  }

  /// Stops the run at a moment to come; nothing where there is none.
  ///
  /// It is not `finished` then, unless its own end comes first. Another call takes the place of this
  /// one.
  /// - Parameters:
  ///   - moment: when.
  ///   - limit: the longest until it stops, wherever it is then; nil for none.
  public func stop(at moment: StopMoment, within limit: Duration? = nil) {
    guard var run else { return }
    let now = loop.now
    run.fade = nil
    run.limit = limit.map { Self.time(now, after: $0) }
    switch moment {
    case .now: return stop()
    case .cycleEnd: run.end(by: .cycleEnd, now: now)
    case .frame(let frame):
      run.end(by: .frame(min(max(0, frame), max(0, count - 1))), now: now)
    case .fade(let duration):
      run.end(by: .never, now: now)
      run.fade = FrameRun.Fade(start: now, end: Self.time(now, after: duration))
      host?.animatorDidChange()
    }
    self.run = run
    if let cutoff = run.cutoff, cutoff <= now { return stop() }
    turnSoon()
  }

  /// Lets the run rest on its present frame; nothing where it does, or where there is none.
  public func pause() {
    guard run != nil else { return }
    keepWhatWasGiven()
    guard var run, !run.isPaused else { return }
    run.isPaused = true
    if !run.isWaiting { run.rest(at: run.present(at: loop.now)) }
    self.run = run
    host?.animatorDidChange()
    turnSoon()
  }

  /// Lets the run go on where it rests, to the nanosecond of its frame.
  public func resume() {
    guard var run, run.isPaused else { return }
    run.isPaused = false
    if !run.isWaiting {
      let time = seenFrom(loop.now)
      run.timeline.start(at: time)
      run.chosenAt = time
    }
    self.run = run
    host?.animatorDidChange()
    turnSoon()
  }

  /// Drives it to a frame and stops there, `finished`; a run that is under way is driven there.
  ///
  /// It goes the direct way, forwards or backwards, frame by frame at its pace, from the frame that
  /// is shown. Called again meanwhile it goes to the new target, from where it is.
  /// - Parameters:
  ///   - target: where to.
  ///   - context: any value, handed to the callbacks of a run that this starts.
  public func play(to target: Target, context: Any? = nil) {
    guard !isClosed else { return }
    let frame = self.frame(of: target)
    keepWhatWasGiven()
    guard var run else {
      return begin(drive(from: index, to: frame), context)
    }
    run.fade = nil
    run.limit = nil
    let now = loop.now
    let present = run.present(at: now)
    let position = run.timeline.position(at: present)
    let wayThere: Direction = frame < position.frame ? .backwards : .forwards
    run.timeline.end(by: .never, from: present)
    if !run.hasShown {
      run.timeline = drive(from: index, to: frame)
    } else if run.isDriven, !isNew(run) {
      run.timeline.drive(to: frame, from: present)
      if wayThere != position.direction, frame != position.frame {
        run.turn(at: present, resuming: seenFrom(now))
      }
    } else {
      run.take(drive(from: position.frame, to: frame), resuming: seenFrom(now))
    }
    self.run = run
    resume()
    turnSoon()
  }

  // MARK: - How a run is made

  private func begin(_ timeline: FrameTimeline, _ context: Any?) {
    runCount += 1
    isFadedAway = false
    run = FrameRun(number: runCount, id: id, context: context, timeline: timeline)
    turnSoon()
  }

  /// The time model of a run that starts now.
  func playback(from frame: Int?) -> Playback {
    var playback = Playback(
      frameCount: max(1, count), rate: rate, repeatCount: repeatCount,
      isReversed: runsReversed, autoreverses: autoreverses, startFrame: frame)
    playback.setSpeed(pace, at: loop.now)
    return playback
  }

  /// The time model of a run from a frame straight to another.
  func drive(from frame: Int, to target: Int) -> FrameTimeline {
    var playback = Playback(
      frameCount: max(1, count), rate: rate, isReversed: target < frame,
      startFrame: frame)
    playback.setSpeed(pace, at: loop.now)
    return FrameTimeline(playback, target: target)
  }

  /// Frames a second: with `late == .slow` no more than the display can show.
  private var rate: FrameRate {
    let wanted = wantedRate
    guard late == .slow, let refresh = host?.refreshPeriod,
      pace * refresh > wanted.frameNanoseconds,
      let slower = FrameRate(frames: 1, inNanoseconds: Int64((pace * refresh).rounded()))
    else { return wanted }
    return slower
  }

  private var wantedRate: FrameRate {
    if let frameRate { return frameRate }
    let steps = autoreverses && count > 1 ? 2 * count - 2 : max(1, count)
    let nanoseconds = max(duration.nanoseconds, Int64(steps) * 1_000_000)
    guard duration > .zero else { return .standard }
    return FrameRate(frames: steps, inNanoseconds: nanoseconds) ?? .standard
  }

  private func frame(of target: Target) -> Int {
    let last = max(0, count - 1)
    switch target {
    case .frame(let frame): return min(max(0, frame), last)
    case .fraction(let fraction):
      guard fraction > 0 else { return 0 }
      return Int((min(1, fraction) * Double(last)).rounded())
    }
  }

  private static func time(_ now: Int64, after duration: Duration) -> Int64 {
    let (time, isBeyondEveryClock) = now.addingReportingOverflow(max(0, duration.nanoseconds))
    return isBeyondEveryClock ? .max : time
  }
}
