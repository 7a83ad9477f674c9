public import Linux

/// Decides what one CRTC is told next, and who may touch which buffer.
///
/// Pure: performs nothing. A buffer is free, drawn, queued for a vblank, or in front on the screen. At most one flip is in
/// flight. A state changes when the kernel has agreed, never when it was only asked.
public struct FlipMachine: Sendable, Equatable {
  /// Where a buffer is on its way round.
  public enum BufferState: Sendable, Hashable {
    /// May be drawn into.
    case free
    /// Holds a picture that no one has seen yet.
    case drawn
    /// The kernel has it, for the next vblank.
    case queued
    /// On screen.
    case front
  }

  /// What to do.
  public enum Action: Sendable, Hashable {
    /// Nothing is drawn that could be shown.
    case nothing
    /// Nothing now; the picture is kept until the next event.
    case wait
    /// Ask for a page flip, and report what the kernel says.
    case flip(buffer: Int, userData: UInt64)
    /// Set the mode with this buffer, and report what the kernel says.
    case setMode(buffer: Int)
    /// Read the events that wait, since there is no room for more; then ask `drained`.
    case drain
    /// Tell the user, and submit again at a time: this cannot be mended from here at present.
    case backOff(until: Int64, Errno)
    /// Tell the user, and submit again at a time: flips are taken and never completed.
    case giveUp(until: Int64)
    /// Another program has the display, or the console: nothing more until `resume`.
    case pause
    /// The buffers are too small for the mode: they have to be made anew, by whoever chose it.
    case outgrow
    /// The card is gone, and with it this machine's work.
    case lose
  }

  /// Whether the kernel is worth asking.
  public enum Condition: Sendable, Hashable {
    /// It is.
    case working
    /// It refused; not before this time.
    case backingOff(until: Int64)
    /// Another has the display.
    case paused
    /// Never again.
    case lost
  }

  struct Pending: Sendable, Equatable {
    var buffer: Int
    var userData: UInt64
    var since: Int64
    /// When it is asked whether it was done without a word.
    var doubt: Int64
    /// Whether it is the picture of the flip before once more, which was done without a word.
    var isRepeated = false
  }

  enum Attempt: Sendable, Equatable {
    case flip(buffer: Int, userData: UInt64)
    case setMode(buffer: Int)
    /// The flip in flight once more: the kernel takes it only where that is done.
    case question(buffer: Int, userData: UInt64)
  }

  /// Mode sets on end, without a completed flip between, after which a display is given a rest.
  static let recoveryLimit = 5
  /// How long it is left alone at first, in nanoseconds.
  static let shortestRest: Int64 = 500_000_000
  /// How many rests on end are as short, before each is twice as long as the one before: most of what
  /// is in the way passes, and the picture is to be back within a second of that.
  static let shortRests = 8
  /// How long at most.
  static let longestRest: Int64 = 30_000_000_000
  /// How often a call that a signal cut short is made again at once.
  static let repeatLimit = 100

  /// Each buffer's state.
  public internal(set) var buffers: [BufferState]
  /// Whether a picture was submitted that had to be kept back.
  public internal(set) var hasWaiting = false
  /// Whether the next picture needs a mode set: at first, and when the CRTC lost its picture.
  public internal(set) var needsModeSet = true
  /// Recoveries from lost events since a flip was last completed.
  public internal(set) var recoveries = 0
  /// Whether the kernel is worth asking.
  public internal(set) var condition = Condition.working

  let crtc: UInt32
  let patience: Int64
  /// How long a flip may take before the kernel is asked whether it still has it.
  let trust: Int64
  var pending: Pending?
  var attempt: Attempt?
  var lastUserData: UInt64 = 0
  /// Mode sets that answered a refused flip since one was last completed.
  var mendings = 0
  /// Rests on end, without anything shown between.
  var rests = 0
  var hasDrained = false
  /// What is asked again once events were drained.
  var drainedAttempt: Attempt?
  var repeats = 0

  /// Makes a machine with all buffers free.
  ///
  /// - Parameters:
  ///   - bufferCount: at least 2.
  ///   - crtc: whose events are meant.
  ///   - period: of a refresh, in nanoseconds; a flip may take five of them, or a second.
  public init(bufferCount: Int, crtc: UInt32, period: Double) {
    precondition(bufferCount >= 2, "a flip needs two buffers")
    buffers = Array(repeating: .free, count: bufferCount)
    self.crtc = crtc
    patience = max(1_000_000_000, Int64(5 * period))
    trust = max(200_000_000, Int64(3 * period))
  }

  /// Whether the kernel has a flip that is not done.
  public var isFlipPending: Bool { pending != nil }

  /// When `watchdog` is to be asked about a flip in flight; nil while none is.
  public var watchdogDeadline: Int64? { pending.map { min($0.doubt, $0.since + patience) } }

  /// The buffer on screen, as far as is known.
  var front: Int? { buffers.firstIndex(of: .front) }

  // MARK: - Drawing

  /// The buffer to draw into: a free one, or else the drawn one that no one has seen.
  public var drawable: Int? {
    buffers.firstIndex(of: .drawn) ?? buffers.firstIndex(of: .free)
  }

  /// Takes note that a picture was drawn into a buffer that `drawable` gave.
  public mutating func drawn(_ buffer: Int) {
    precondition(buffers[buffer] == .free || buffers[buffer] == .drawn, "the kernel has it")
    for other in buffers.indices where buffers[other] == .drawn { buffers[other] = .free }
    buffers[buffer] = .drawn
  }

  // MARK: - Showing

  /// Asks for the drawn picture to be shown.
  ///
  /// - Parameter now: the present time in nanoseconds.
  public mutating func submit(now: Int64) -> Action {
    guard let buffer = buffers.firstIndex(of: .drawn) else { return .nothing }
    hasWaiting = true
    guard mayAsk(now), pending == nil else { return .wait }
    if needsModeSet { return start(.setMode(buffer: buffer)) }
    lastUserData += 1
    return start(.flip(buffer: buffer, userData: lastUserData))
  }

  /// Asks for the drawn picture to be shown by a mode set, flip in flight or not.
  public mutating func submitByModeSet() -> Action {
    guard let buffer = buffers.firstIndex(of: .drawn) else { return .nothing }
    return start(.setMode(buffer: buffer))
  }

  /// The same picture again, or the one submitted since, by a mode set: somebody else may have been here.
  public mutating func relight(now: Int64) -> Action {
    guard mayAsk(now) else { return .wait }
    // What is drawn and was not submitted is not due yet.
    let latest =
      (hasWaiting ? buffers.firstIndex(of: .drawn) : nil) ?? buffers.firstIndex(of: .queued)
      ?? buffers.firstIndex(of: .front)
    guard let latest else { return .nothing }
    return start(.setMode(buffer: latest))
  }

  mutating func mayAsk(_ now: Int64) -> Bool {
    switch condition {
    case .working: return true
    case .paused, .lost: return false
    case .backingOff(let until):
      guard now >= until else { return false }
      condition = .working
      return true
    }
  }

  // MARK: - Coming and going

  /// Another is to have the display: nothing is asked of the kernel until `resume`.
  public mutating func pause() {
    guard condition != .lost else { return }
    condition = .paused
    // Its event may come or not; what is on screen then is not ours to say.
    pending = nil
    needsModeSet = true
  }

  /// The display is ours again; the next picture comes by a mode set.
  ///
  /// A flip that was in flight counts as done; its event, should it still come, is stale.
  public mutating func resume() {
    guard condition != .lost else { return }
    condition = .working
    pending = nil
    attempt = nil
    needsModeSet = true
    rests = 0
    mendings = 0
  }

  /// The card is gone.
  public mutating func lose() {
    condition = .lost
    pending = nil
  }
}
