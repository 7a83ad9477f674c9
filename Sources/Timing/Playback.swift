/// Where a sequence of frames stands: a pure function of time.
///
/// The play head moves along a line of frame times: cycle after cycle from 0 up to the end, or
/// without end. Starting, stopping, turning round and seeking set a new anchor on that line; nothing
/// is ever added up, so that a month later the frame is exact to the nanosecond. Times are
/// nanoseconds of whatever clock the caller keeps to.
public struct Playback: Sendable, Hashable {
  /// Frames in the sequence; at least 1.
  public let frameCount: Int
  /// Frames a second.
  public let rate: FrameRate
  /// Whether the cycle starts at the last frame and runs to the first.
  public let isReversed: Bool
  /// Whether a cycle runs there and back; the end frames are shown once.
  public let autoreverses: Bool
  /// Whether time moves the head.
  public private(set) var isRunning = false
  /// Whether the head was last set to run back along its line.
  public private(set) var runsBack = false

  /// The time of the last start, stop, turn or jump: before it, the head stands where it was set.
  public internal(set) var anchorTime: Int64 = 0

  /// A century in nanoseconds.
  static let longestWait: Int128 = 100 * 366 * 86_400 * 1_000_000_000

  // A place on the line counts ticks: one nanosecond at this rate is `rate.numerator` of them, so
  // that a frame is a whole number of ticks, whatever the rate. At a speed of 2/3 ticks are thirds of
  // that, and a nanosecond is two of those times the numerator.
  let frameTicks: Int128
  let endTicks: Int128?
  var anchorTick: Int128
  var speedTicks: Int64 = 1
  var speedParts: Int64 = 1

  /// Makes a playback that stands on its first frame.
  ///
  /// - Parameters:
  ///   - frameCount: frames in the sequence, at least 1.
  ///   - rate: frames a second.
  ///   - repeatCount: cycles to play.
  ///   - isReversed: plays from the last frame to the first.
  ///   - autoreverses: plays there and back as one cycle.
  ///   - startFrame: the frame to begin at; nil for the first in playing order. Clamped.
  public init(
    frameCount: Int, rate: FrameRate, repeatCount: RepeatCount = .forever,
    isReversed: Bool = false, autoreverses: Bool = false, startFrame: Int? = nil
  ) {
    precondition(frameCount > 0, "a playback has at least one frame")
    self.frameCount = frameCount
    self.rate = rate
    self.isReversed = isReversed
    self.autoreverses = autoreverses
    frameTicks = Int128(rate.denominator) * 1_000_000_000
    let steps = Self.cycleSteps(frameCount: frameCount, autoreverses: autoreverses)
    switch repeatCount {
    case .forever: endTicks = nil
    // Also where it is no number. More cycles than nanoseconds of any clock are for ever.
    case .times(let times) where !(times < 1e19): endTicks = nil
    case .times(let cycles):
      let times = max(0, cycles)
      let whole = Int128(times.rounded(.down))
      let fraction = (times - times.rounded(.down)) * Double(steps)
      let partTicks = Int128((fraction * Double(frameTicks)).rounded())
      let (wholeSteps, isLong) = whole.multipliedReportingOverflow(by: Int128(steps))
      let (wholeTicks, isLonger) = wholeSteps.multipliedReportingOverflow(by: frameTicks)
      let (ticks, isLongest) = wholeTicks.addingReportingOverflow(partTicks)
      // What does not fit is longer than any clock runs.
      endTicks = isLong || isLonger || isLongest ? nil : max(1, ticks)
    }
    anchorTick = 0
    if let startFrame {
      let clamped = min(max(0, startFrame), frameCount - 1)
      anchorTick = Int128(isReversed ? frameCount - 1 - clamped : clamped) * frameTicks
    }
  }

  /// Frame times in a cycle: there, or there and back with each end once.
  public var cycleSteps: Int {
    Self.cycleSteps(frameCount: frameCount, autoreverses: autoreverses)
  }

  /// What is on screen at a time.
  public func position(at time: Int64) -> PlaybackPosition {
    let tick = place(at: time)
    let step = step(at: tick)
    let cycle = step.flooredQuotient(Int128(cycleSteps))
    let offset = Int(step - cycle * Int128(cycleSteps))
    let upwards = (isWayBack(offset) != isReversed) == runsBack
    return PlaybackPosition(
      frame: frame(atOffset: offset), step: Int64(step), iteration: Int(cycle),
      direction: upwards ? .forwards : .backwards,
      progress: endTick.map { Double(tick) / Double($0) } ?? (Double(offset) / Double(cycleSteps)),
      hasEnded: hasEnded(at: tick))
  }

  /// When the head next stands on another frame or ends; nil where it never does by itself, or not
  /// within a century.
  ///
  /// A frame that follows itself, as in a sequence of one, is no change.
  public func nextChange(after time: Int64) -> Int64? {
    guard isRunning else { return nil }
    let tick = place(at: time)
    guard !hasEnded(at: tick) else { return nil }
    let end = runsBack ? (endTick == nil ? nil : 0) : endTick
    if frameCount == 1 { return end.flatMap { self.time(at: $0) } }
    let step = step(at: tick)
    var boundary = (runsBack ? step : step + 1) * ticksPerFrame
    if let end { boundary = runsBack ? max(boundary, end) : min(boundary, end) }
    return self.time(at: boundary)
  }

  /// When the playback has ended, if nothing else happens; nil where the head rests, plays for ever, or
  /// ends in more than a century.
  public var endTime: Int64? {
    guard isRunning, let endTick else { return nil }
    return time(at: runsBack ? 0 : endTick)
  }

  /// Lets time move the head from `time` on; nothing if it does already.
  public mutating func start(at time: Int64) {
    guard !isRunning else { return }
    anchorTime = time
    isRunning = true
  }

  /// Holds the head where it stands at `time`.
  public mutating func stop(at time: Int64) {
    anchorTick = place(at: time)
    anchorTime = time
    isRunning = false
  }

  /// Turns the head round at the place of `time`; it moves on from `resuming`.
  ///
  /// A head that ran off its end comes back; the next frame is the neighbour of the present one.
  /// - Parameters:
  ///   - time: when the picture on screen was chosen.
  ///   - resuming: from when on the head moves again, not before `time`.
  public mutating func reverse(at time: Int64, resuming: Int64? = nil) {
    anchorTick = place(at: time)
    anchorTime = resuming ?? time
    let step = step(at: anchorTick)
    runsBack.toggle()
    // An edge belongs to the frame that is entered there: step back over it into the present one.
    if self.step(at: anchorTick) != step { anchorTick += runsBack ? 1 : -1 }
  }

  /// Sets the head to the beginning of a frame, in the cycle and on the way it is in.
  public mutating func seek(toFrame frame: Int, at time: Int64) {
    let clamped = min(max(0, frame), frameCount - 1)
    let step = step(at: place(at: time))
    let steps = Int128(cycleSteps)
    let cycle = step.flooredQuotient(steps)
    let isOnWayBack = Int(step - cycle * steps) > frameCount - 1
    var offset = isReversed ? frameCount - 1 - clamped : clamped
    if isOnWayBack, offset > 0, offset < frameCount - 1 { offset = cycleSteps - offset }
    // Backwards, a frame's time lies before its upper edge.
    anchorTick = (cycle * steps + Int128(offset) + (runsBack ? 1 : 0)) * ticksPerFrame
    anchorTime = time
  }

  /// Moves the anchor so that the head stands at `time` where it stood at `earlier`.
  ///
  /// For `--late slow`: time that passed while a frame was not ready does not count.
  public mutating func hold(from earlier: Int64, to time: Int64) {
    guard isRunning else { return }
    anchorTick = place(at: earlier)
    anchorTime = time
  }

  /// Moves the anchor so that the head comes to a frame time of the line at `time`, from the one before
  /// it on its way, and not earlier.
  ///
  /// - Parameter isThere: whether it counts as being there before `time` already.
  public mutating func hold(step: Int64, until time: Int64, isThere: Bool) {
    guard isRunning else { return }
    let edge = Int128(runsBack ? step + 1 : step) * ticksPerFrame
    anchorTick = isThere ? edge : edge + (runsBack ? 1 : -1)
    if let endTick { anchorTick = min(max(0, anchorTick), endTick) }
    anchorTime = time
  }

  /// Sets the head back to where a run begins, at rest, on the way that the playback was made for.
  public mutating func rewind(at time: Int64) {
    anchorTick = 0
    anchorTime = time
    isRunning = false
    runsBack = false
  }

  /// The frame at a place on the line of frame times.
  public func frame(atStep step: Int64) -> Int {
    let steps = Int128(cycleSteps)
    return frame(atOffset: Int(Int128(step) - Int128(step).flooredQuotient(steps) * steps))
  }

  private static func cycleSteps(frameCount: Int, autoreverses: Bool) -> Int {
    autoreverses && frameCount > 1 ? 2 * frameCount - 2 : frameCount
  }
}
