public import Frames
import Layers
import Linux
public import Pixels
import Synchronization
public import Timing

/// Plays frames, each loaded when it is wanted: the content of a layer that changes by itself.
///
/// A run begins with `start`, and ends by itself, at `stop` or where it was driven to. Callbacks come
/// on the loop's thread, `onStart` and `onStop` exactly once a run, `onFrame` between them, never
/// after `stop()` has returned. Within them anything may be asked of the animator; it may be dropped
/// too, and then tells nothing more. What is on screen is a function of time: nothing drifts.
///
/// Confined to the thread of its stage. Decoding happens on others.
public final class FrameAnimator {
  /// What tells it apart in callbacks and events; a unique one unless it is set.
  public var id: String
  /// Called when a run has begun and its first frame is about to be seen, with the run's context.
  public var onStart: ((_ animator: FrameAnimator, _ context: Any?) -> Void)?
  /// Called when another frame is shown, at its nominal time, with its index and the run's context.
  public var onFrame: ((_ animator: FrameAnimator, _ index: Int, _ context: Any?) -> Void)?
  /// Called when a run is over, with whether it reached its end, and the run's context.
  public var onStop: ((_ animator: FrameAnimator, _ finished: Bool, _ context: Any?) -> Void)?

  // MARK: How it plays

  /// How long one cycle takes, for runs to come; `.zero` for a thirtieth of a second a frame.
  ///
  /// There and back is one cycle. Frames follow one another at most 1000 times a second.
  public var duration = Duration.zero { didSet { frameRate = nil } }
  /// Frames a second of runs to come, exactly; nil for what `duration` comes to.
  ///
  /// A cycle at 30 frames a second need not be a whole number of nanoseconds. Setting `duration`
  /// takes it back.
  public var frameRate: FrameRate?
  /// How often the cycle is played in runs to come; a fraction ends part-way.
  public var repeatCount = RepeatCount.forever
  /// Whether a cycle of runs to come goes there and back; end frames are shown once.
  public var autoreverses = false
  /// What is shown once a run has stopped.
  public var fill = Fill.hold { didSet { if fill != oldValue { noteFill() } } }
  /// What `fill == .still` shows.
  public var still: Picture? { didSet { host?.animatorDidChange() } }
  /// How much is kept decoded, for windows to come; with `.all` after a stop too.
  public var caching = CacheMode.window
  /// What happens when a frame is not decoded in time: it is left out, or time waits.
  public var late = PlayerConfiguration.Late.drop
  /// What is shown in the time of a frame that cannot be decoded.
  public var onBadFrame = PlayerConfiguration.OnBadFrame.hold
  /// The size that frames are reduced to fit, for windows to come; nil for what their layer needs.
  ///
  /// They are never enlarged, and keep their proportions.
  public var decodeSize: PixelSize?
  /// The bytes that decoded frames may take; nil for a share of what the stage has.
  public var budget: Int? { didSet { memory.rebalance() } }

  /// How fast it plays, a factor to its pace; more than 0, at most 1000.
  ///
  /// Set while it plays, it takes effect at once, in place.
  public var speed: Double {
    get { pace }
    set { changeSpeed(to: newValue) }
  }

  /// Whether frames run from the last to the first.
  ///
  /// Set while it plays, it turns round in place: the next frame is the neighbour of the present one.
  /// A run that starts in reverse begins at the last frame unless `index` was set.
  public var isReversed: Bool {
    get { runsReversed }
    set { turn(reversed: newValue) }
  }

  // MARK: What it plays

  /// The frames by name, in the animator's folder or where the program was started.
  ///
  /// A name is not looked at before its frame is wanted. Set while it plays, the run goes on with the
  /// new frames: at the same index, or from the beginning where there is none; cycles count anew.
  public var frames: [String] {
    get { origin.sequence.frames.map(\.path) }
    set { replace(with: FrameOrigin(names: newValue, folder: folder)) }
  }

  /// How many frames there are.
  public var count: Int { origin.count }

  /// The frame that is shown, counted from 0.
  ///
  /// Set while it plays, the run goes on from there, as soon as that frame is decoded. Set at rest,
  /// that frame is shown where `fill` is `.hold`, and the next run begins there. Clamped; a run that
  /// ends part-way goes no further than its end.
  public var index: Int {
    get { wantedIndex ?? showing?.frame ?? firstIndex }
    set { seek(to: newValue) }
  }

  // MARK: State

  weak var host: (any AnimatorHost)?
  /// Told why it can play no more, in a player's words, where it is all that a player plays.
  var onFailure: ((_ sentence: String) -> Void)?
  let loop: EventLoop
  let memory: AnimatorMemory
  let folder: String?
  var origin: FrameOrigin
  var run: FrameRun?
  var runCount = 0
  var pace = 1.0
  var runsReversed = false
  /// The frame that was asked for and is not shown yet.
  var wantedIndex: Int?
  /// The frame in sight: the last one shown, as long as it is not to go.
  var showing: Showing?
  /// The frame to be shown at rest that cannot be.
  var badAtRest: Int?
  /// Whether the last run faded away, so that nothing is shown at rest.
  var isFadedAway = false
  /// Whether a frame is being told.
  var isTelling = false
  /// The time ahead for which a picture was given out, and the frame's place.
  var given: (time: Int64, position: PlaybackPosition)?
  var timer: TimerToken?
  var window: FrameWindow?
  var windowPlan: PlayheadPlan?
  var windowMeasure: FrameMeasure?
  var bounds: (size: PixelSize, mode: ContentMode)?
  var precaching: Precaching?
  /// Whether what was precached waits for a run.
  var isPrecached = false
  /// Figures of windows that were closed, and the frames that were bad in any.
  var pastStatistics = WindowStatistics.none
  var badFrames: Set<Int> = []
  var hasSaidOverflow = false
  var isClosed = false

  private static let made = Atomic(0)

  /// Makes an animator of an origin for a host.
  init(_ origin: FrameOrigin, folder: String? = nil, host: any AnimatorHost) {
    let number = Self.made.add(1, ordering: .relaxed).newValue
    id = "animation-\(number)"
    self.origin = origin
    self.folder = folder
    self.host = host
    loop = host.loop
    memory = host.memory
    memory.add(self)
    host.register(self)
  }

  /// Makes an animator of files by name.
  convenience init(frames: [String], folder: String? = nil, host: any AnimatorHost) {
    self.init(FrameOrigin(names: frames, folder: folder), folder: folder, host: host)
  }

  /// Makes an animator of the files that a source names.
  convenience init(source: String, host: any AnimatorHost) throws(PlayerError) {
    self.init(try FrameOrigin(source: source), host: host)
  }

  /// Makes an animator of pictures that workers of the program's own make.
  convenience init(
    count: Int, makeWorker: @escaping @Sendable () -> any FrameWorker, host: any AnimatorHost
  ) {
    self.init(FrameOrigin(count: count, maker: makeWorker), host: host)
  }

  /// Makes an animator of pictures that a closure draws.
  convenience init(
    count: Int, size: PixelSize, host: any AnimatorHost,
    draw: @escaping @Sendable (_ frame: Int, _ bitmap: inout Bitmap) -> Void
  ) {
    self.init(
      FrameOrigin(count: count) { DrawingWorker(size: size, draw: draw) }, host: host)
  }

  deinit {
    if let timer { loop.cancel(timer) }
    if !isClosed { host?.keep(statistics) }
    if let window { memory.leave(window) }
    if let run, run.isTold, !isClosed {
      host?.tell(.stop(animation: run.id, finished: false, time: loop.now))
    }
  }
}

@available(*, unavailable)
extension FrameAnimator: Sendable {}
