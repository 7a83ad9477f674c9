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
  /// Calls a body at once, or when the first picture is on the screen where none is yet: no run
  /// begins before that. `seenFrom` then gives that picture's time.
  func whenSeen(_ body: @escaping () -> Void)
  /// An animator plays here: its figures count, and a virtual clock waits while its `isBusy`.
  func register(_ animator: any StagedAnimator)
  /// Something else is to be drawn than before.
  func animatorDidChange()
  /// Tells an event to whoever listens.
  func tell(_ event: PlayerEvent)
  /// Tells a person a sentence.
  func complain(_ sentence: String)
}

/// What a stage needs of the animators that play on it.
protocol StagedAnimator: AnyObject {
  /// Tells it apart in events.
  var id: String { get }
  /// Whether a frame is being decoded: a virtual clock waits for that.
  var isBusy: Bool { get }
  /// Which frame `image(at:)` shows at a time; nil where it shows none.
  func shownFrame(at time: Int64) -> Int?
  /// Figures of its windows, those that were closed too.
  var statistics: WindowStatistics { get }
  /// The run on the display is over: ends workers and lets go of all pictures; tells nothing more.
  func close()
}
