import Frames
import Linux
import Pixels

/// What a frame animator needs of the place that it plays in; all calls on the loop's thread.
protocol AnimatorHost: AnyObject {
  /// The loop: its clock, timers and wakers.
  var loop: EventLoop { get }
  /// The upright screen's visible pixels: no frame is decoded larger than that, unless asked for.
  var screenSize: PixelSize { get }
  /// The memory that all animators here share; made with the loop and the budget.
  var memory: AnimatorMemory { get }

  /// The time from which a picture that is ready at `time` can be seen: that of a vblank, so that
  /// frames keep step with the display; `time` itself where there is none.
  func seenFrom(_ time: Int64) -> Int64
  /// Nanoseconds of a refresh of the display; 0 where there is none.
  var refreshPeriod: Double { get }
  /// Calls a body at once, or when the first picture is on the screen where none is yet: no run
  /// begins before that. `seenFrom` then gives that picture's time.
  func whenSeen(_ body: @escaping () -> Void)
  /// An animator plays here: its figures count, and a virtual clock waits while its `isBusy`.
  func register(_ animator: any StagedAnimator)
  /// An animator is no more; these are its figures.
  func keep(_ figures: WindowStatistics)
  /// Something else is to be drawn than before.
  func animatorDidChange()
  /// Tells an event to whoever listens.
  func tell(_ event: PlayerEvent)
  /// Tells a person a sentence.
  func complain(_ sentence: String)
}

extension AnimatorHost {
  /// Nothing bounds how fast frames can be seen, unless a host knows better.
  var refreshPeriod: Double { 0 }

  /// Figures of those that are no more count nowhere, unless a host sees to it.
  func keep(_ figures: WindowStatistics) {}
}

/// A frame that an animator shows, and its place in the run.
struct ShownFrame: Hashable {
  var index: Int
  var run: Int
  var jumps = 0
  /// The step of the line of frame times; nil without a run.
  var step: Int64?
  /// How many steps by then show no other frame than the one before.
  var stepsUnseen: Int64 = 0

  /// How many frames between another one and this were left out.
  func dropped(since earlier: ShownFrame) -> Int {
    guard earlier.run == run, earlier.jumps == jumps, let from = earlier.step, let step else {
      return 0
    }
    return Int(max(0, abs(step - from) - 1 - (stepsUnseen - earlier.stepsUnseen)))
  }
}

/// What a stage needs of the animators that play on it.
protocol StagedAnimator: AnyObject {
  /// Tells it apart in events.
  var id: String { get }
  /// Whether a frame is being decoded: a virtual clock waits for that.
  var isBusy: Bool { get }
  /// Which frame `image(at:)` shows at a time; nil where it shows none.
  func shownFrame(at time: Int64) -> ShownFrame?
  /// Figures of its windows, those that were closed too.
  var statistics: WindowStatistics { get }
  /// Stops a run that is under way, and tells so.
  func stop()
  /// Ends decoding ahead, and tells so.
  func cancelPrecache()
  /// The run on the display is over: ends workers, lets go of all pictures and of whom it told; tells
  /// nothing more.
  func close()
}
