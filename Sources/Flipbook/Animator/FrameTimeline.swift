import Frames
import Timing

/// Where a run stands, and how it ends: the time model of a run, with what it was asked since.
///
/// A plain value; positions and ends are functions of time. What re-anchors it (turning round,
/// another speed, a jump, a rest) finds the end anew.
struct FrameTimeline {
  /// What was asked to end the run before its time.
  enum Ending: Hashable {
    /// Nothing.
    case never
    /// The end of the cycle that the head is in.
    case cycleEnd
    /// Coming to a frame.
    case frame(Int)
  }

  /// How a run ended.
  enum Outcome: Hashable {
    /// At its own end.
    case reached
    /// Where it was asked to stop.
    case cutShort
  }

  private struct Cut {
    var time: Int64
    var position: PlaybackPosition
    var outcome: Outcome
  }

  private(set) var playback: Playback
  /// What was asked to end it before its time.
  private(set) var ending: Ending
  /// The frame that it is driven to: there it has reached its end.
  private(set) var target: Int?
  private var cut: Cut?

  init(_ playback: Playback, ending: Ending = .never, target: Int? = nil) {
    self.playback = playback
    self.ending = ending
    self.target = target
  }

  // MARK: - Asking

  /// What is on screen at a time.
  func position(at time: Int64) -> PlaybackPosition {
    if let cut, time >= cut.time { return cut.position }
    return playback.position(at: time)
  }

  /// When another frame is due, or the run ends; nil where neither happens by itself.
  func nextChange(after time: Int64) -> Int64? {
    guard let cut else { return playback.nextChange(after: time) }
    guard cut.time > time else { return nil }
    return min(cut.time, playback.nextChange(after: time) ?? .max)
  }

  /// How the run has ended by a time; nil where it goes on.
  func outcome(at time: Int64) -> Outcome? {
    if let cut, time >= cut.time { return cut.outcome }
    return playback.isRunning && playback.position(at: time).hasEnded ? .reached : nil
  }

  /// What the head does at the ends of the frames, as a window should expect it.
  var planKind: PlayheadPlan.Kind {
    if target != nil { return .once }
    return playback.autoreverses ? .bounce : .loop
  }

  /// The place where the head stands or starts.
  var anchorTime: Int64 { playback.anchorTime }

  // MARK: - Changing

  /// Lets time move the head from a time on.
  mutating func start(at time: Int64) {
    playback.start(at: time)
    findCut(from: time)
  }

  /// Holds the head where it stands at a time.
  mutating func stop(at time: Int64) {
    playback.stop(at: time)
    findCut(from: time)
  }

  /// Turns the head round where it stands at `time`; it moves on from `resuming`.
  mutating func reverse(at time: Int64, resuming: Int64) {
    playback.reverse(at: time, resuming: resuming)
    findCut(from: resuming)
  }

  /// Sets the head to the beginning of a frame and holds it there.
  mutating func seek(to frame: Int, at time: Int64) {
    playback.stop(at: time)
    playback.seek(toFrame: frame, at: time)
    findCut(from: time)
  }

  /// Lets the head stand at `time` where it stood at `earlier`.
  mutating func hold(from earlier: Int64, to time: Int64) {
    playback.hold(from: earlier, to: time)
    findCut(from: time)
  }

  /// Moves the head at another speed from a time on.
  mutating func setSpeed(_ speed: Double, at time: Int64) {
    playback.setSpeed(speed, at: time)
    findCut(from: time)
  }

  /// Sets what ends the run from a time on.
  mutating func end(by ending: Ending, from time: Int64) {
    self.ending = ending
    findCut(from: time)
  }

  /// Drives it to another frame, from a time on, in the direction that it moves in.
  mutating func drive(to target: Int, from time: Int64) {
    self.target = target
    findCut(from: time)
  }

  private mutating func findCut(from time: Int64) {
    cut = nil
    if let target { cut = self.cut(at: target, from: time, .reached) }
    var asked: Cut?
    switch ending {
    case .never: break
    case .cycleEnd:
      // One that is driven passes no end of a cycle.
      guard target == nil, let end = playback.time(ofCycleEndAfter: time),
        !playback.position(at: end).hasEnded
      else { return }
      // A cycle ends with its last frame, not with the first of the next.
      asked = Cut(time: end, position: playback.position(at: end - 1), outcome: .cutShort)
    case .frame(let frame): asked = self.cut(at: frame, from: time, .cutShort)
    }
    if let asked, asked.time < cut?.time ?? .max { cut = asked }
  }

  /// The run's end at a frame; nil where it does not come there.
  private func cut(at frame: Int, from time: Int64, _ outcome: Outcome) -> Cut? {
    let present = playback.position(at: time)
    if present.frame == frame { return Cut(time: time, position: present, outcome: outcome) }
    return playback.time(enteringFrame: frame, after: time).map {
      Cut(time: $0, position: playback.position(at: $0), outcome: outcome)
    }
  }
}

extension FrameTimeline {
  /// The timeline resting on the frame after its present one; nil where none follows.
  func passingOver() -> FrameTimeline? {
    var next = self
    let time = anchorTime
    next.start(at: time)
    guard let change = next.nextChange(after: time), next.outcome(at: change) == nil else {
      return nil
    }
    next.stop(at: change)
    return next
  }

  /// When a step of the line of frame times is next come to; nil if not by `end`.
  func time(of step: Int64, between start: Int64, and end: Int64) -> Int64? {
    var time = start
    while let change = nextChange(after: time), change <= end {
      if position(at: change).step == step { return change }
      time = change
    }
    return nil
  }
}
