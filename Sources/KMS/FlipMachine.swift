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
    /// Read the events that wait, then submit again: there is no room for more.
    case drain
    /// Tell the user: this refusal cannot be mended from here. The picture is kept.
    case fail(Errno)
    /// Tell the user: the display takes flips and never completes them.
    case giveUp
  }

  private struct Pending: Sendable, Equatable {
    var buffer: Int
    var userData: UInt64
    var since: Int64
  }

  private enum Attempt: Sendable, Equatable {
    case flip(buffer: Int, userData: UInt64)
    case setMode(buffer: Int)
  }

  /// Mode sets on end, without a completed flip between, after which a display is given up.
  static let recoveryLimit = 5

  /// Each buffer's state.
  public private(set) var buffers: [BufferState]
  /// Whether a picture was submitted that had to be kept back.
  public private(set) var hasWaiting = false
  /// Whether the next picture needs a mode set: at first, and when the CRTC lost its picture.
  public private(set) var needsModeSet = true
  /// Recoveries from lost events since a flip was last completed.
  public private(set) var recoveries = 0

  private let crtc: UInt32
  private let patience: Int64
  private var pending: Pending?
  private var attempt: Attempt?
  private var lastUserData: UInt64 = 0
  private var refusals = 0

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
  }

  /// Whether the kernel has a flip that is not done.
  public var isFlipPending: Bool { pending != nil }

  /// When a flip in flight has to be given up; nil while none is.
  public var watchdogDeadline: Int64? { pending.map { $0.since + patience } }

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
  public mutating func submit() -> Action {
    guard let buffer = buffers.firstIndex(of: .drawn) else { return .nothing }
    hasWaiting = true
    guard pending == nil else { return .wait }
    if needsModeSet { return start(.setMode(buffer: buffer)) }
    lastUserData += 1
    return start(.flip(buffer: buffer, userData: lastUserData))
  }

  /// Asks for the drawn picture to be shown by a mode set, flip in flight or not.
  public mutating func submitByModeSet() -> Action {
    guard let buffer = buffers.firstIndex(of: .drawn) else { return .nothing }
    return start(.setMode(buffer: buffer))
  }

  private mutating func start(_ attempt: Attempt) -> Action {
    self.attempt = attempt
    switch attempt {
    case .flip(let buffer, let userData): return .flip(buffer: buffer, userData: userData)
    case .setMode(let buffer): return .setMode(buffer: buffer)
    }
  }

  /// The kernel took the flip.
  public mutating func flipAccepted(now: Int64) {
    guard case .flip(let buffer, let userData) = attempt else { return }
    attempt = nil
    buffers[buffer] = .queued
    pending = Pending(buffer: buffer, userData: userData, since: now)
    hasWaiting = false
  }

  /// The kernel refused the flip; nothing has changed but what is to be done.
  public mutating func flipRefused(_ errno: Errno) -> Action {
    guard case .flip(let buffer, _) = attempt else { return .nothing }
    attempt = nil
    refusals += 1
    switch errno {
    case .busy where pending != nil:
      return .wait
    case .busy:
      // With no flip of ours in flight, busy means that the plane shows nothing: its picture was
      // taken away, or another program was here.
      needsModeSet = true
      return start(.setMode(buffer: buffer))
    case .invalidArgument where refusals == 1:
      // The CRTC is off, or has a picture of another format.
      needsModeSet = true
      return start(.setMode(buffer: buffer))
    case .noMemory where refusals == 1:
      return .drain
    default:
      return .fail(errno)
    }
  }

  /// A flip was completed.
  ///
  /// - Returns: whether it was the one in flight; others are left over from before a mode set.
  public mutating func flipCompleted(_ event: FlipEvent) -> Bool {
    guard let pending, event.userData == pending.userData, event.crtc == crtc || event.crtc == 0
    else { return false }
    self.pending = nil
    recoveries = 0
    refusals = 0
    bringToFront(pending.buffer)
    return true
  }

  /// The kernel set the mode, having waited for what was in flight.
  public mutating func modeSetAccepted() {
    guard case .setMode(let buffer) = attempt else { return }
    attempt = nil
    // The event of a flip that was in flight may still come; it finds nothing pending.
    pending = nil
    needsModeSet = false
    if buffers[buffer] == .drawn { hasWaiting = false }
    bringToFront(buffer)
  }

  /// The kernel refused the mode set; the picture is kept for the next try.
  public mutating func modeSetRefused(_ errno: Errno) -> Action {
    attempt = nil
    return .fail(errno)
  }

  /// Looks whether a flip has been in flight for too long.
  ///
  /// - Returns: a mode set to recover by, or `giveUp` after some of those.
  public mutating func watchdog(now: Int64) -> Action {
    guard let pending, let deadline = watchdogDeadline, now >= deadline else { return .nothing }
    recoveries += 1
    guard recoveries <= Self.recoveryLimit else { return .giveUp }
    needsModeSet = true
    return start(.setMode(buffer: pending.buffer))
  }

  /// Another program had the display: nothing is in flight, and the next picture needs a mode set.
  public mutating func displayLost() {
    if let pending { bringToFront(pending.buffer) }
    pending = nil
    attempt = nil
    needsModeSet = true
  }

  /// Asks for the picture in front to be shown again, by a mode set.
  public mutating func relight() -> Action {
    guard let buffer = buffers.firstIndex(of: .front) else { return .nothing }
    return start(.setMode(buffer: buffer))
  }

  private mutating func bringToFront(_ buffer: Int) {
    for other in buffers.indices where buffers[other] == .front || buffers[other] == .queued {
      buffers[other] = .free
    }
    buffers[buffer] = .front
  }
}
