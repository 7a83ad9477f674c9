import Timing

/// One run of an animator, from its start to its stop.
struct FrameRun {
  /// A stretch of time in which a run fades away.
  struct Fade: Hashable {
    var start: Int64
    var end: Int64

    /// How much of it is seen at a time.
    func alpha(at time: Int64) -> Double {
      if time <= start { return 1 }
      return time >= end ? 0 : 1 - Double(time - start) / Double(end - start)
    }
  }

  /// Tells runs of an animator apart.
  let number: Int
  /// What events call the animation.
  let id: String
  /// What callbacks are given.
  let context: Any?
  var timeline: FrameTimeline
  /// Whether the head stands until the picture at its place is there: at first, and after a jump.
  var isWaiting = true
  /// Whether the picture at the head's place is there and its time on the screen is waited for.
  var isAwaitingScreen = false
  /// Frames that could not be shown since the head waits for a picture.
  var passedOver = 0
  /// Whether the start was told.
  var isTold = false
  /// Whether the frame that it began with is still to be told.
  var owesFrame = false
  /// Whether a frame of the run was shown.
  var hasShown = false
  var isPaused = false
  /// Whether time stands until the due picture is there, as `late == .slow` has it.
  var isHeld = false
  /// The step of the line of frame times that was dealt with last.
  var step: Int64?
  /// How many steps were dealt with that show no other frame than the one before.
  var stepsUnseen: Int64 = 0
  /// How often the head went elsewhere: steps before that are no measure for those after it.
  var jumps = 0
  /// A time at which that step was due.
  var chosenAt: Int64 = 0
  var fade: Fade?
  /// When the run ends at the latest.
  var limit: Int64?

  /// When the run is cut off, wherever it is.
  var cutoff: Int64? {
    [limit, fade?.end].compactMap(\.self).min()
  }

  /// Whether it is on its way to a frame.
  var isDriven: Bool { timeline.target != nil }

  /// A time by `time` at which the head stands on the frame that was shown last.
  func present(at time: Int64) -> Int64 {
    guard !isWaiting else { return timeline.anchorTime }
    guard let change = timeline.nextChange(after: chosenAt), change <= time else {
      return max(time, chosenAt)
    }
    return max(chosenAt, change - 1)
  }

  /// When it is to be looked at again.
  func nextEvent(after time: Int64) -> Int64? {
    [timeline.nextChange(after: time), cutoff].compactMap(\.self).min()
  }

  // MARK: - Changing

  /// Lets the head rest at a time.
  mutating func rest(at time: Int64) {
    timeline.stop(at: time)
    chosenAt = time
    isHeld = false
  }

  /// Turns the head round where it is at a time; it moves on from another.
  mutating func turn(at time: Int64, resuming: Int64) {
    let resuming = isWaiting || isPaused ? time : max(time, resuming)
    timeline.reverse(at: time, resuming: resuming)
    chosenAt = resuming
    isHeld = false
  }

  /// Sets the head to the beginning of the frame that it stands on.
  mutating func beginAgain(at frame: Int) {
    timeline.seek(to: frame, at: chosenAt)
    guard !isWaiting else { return }
    if !isPaused { timeline.start(at: chosenAt) }
    step = timeline.position(at: chosenAt).step
  }

  /// Lets the head wait for the picture at its place, to which it did not come step by step.
  mutating func awaitPlace() {
    isWaiting = true
    isAwaitingScreen = false
    isHeld = false
    step = nil
    jumps += 1
    passedOver = 0
  }

  /// Goes over to another way through the frames, whose first is the present one.
  mutating func take(_ timeline: FrameTimeline, resuming: Int64) {
    self.timeline = timeline
    jumps += 1
    chosenAt = timeline.anchorTime
    isHeld = false
    guard !isWaiting else { return }
    step = timeline.position(at: chosenAt).step
    guard !isPaused else { return }
    chosenAt = resuming
    self.timeline.start(at: resuming)
  }

  /// Sets what ends the run before its time.
  mutating func end(by ending: FrameTimeline.Ending, now: Int64) {
    timeline.end(by: ending, from: present(at: now))
  }
}
