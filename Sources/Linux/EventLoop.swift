import CLinux
import Glibc

/// The loop that owns everything with a descriptor: one thread, epoll, and one timer.
///
/// Make it, use it and run it on one thread; only a `Waker` may be used from others. In one wake
/// descriptors of negative priority come first, then due timers, then the other descriptors.
/// Handlers may watch, unwatch, schedule, cancel and stop. With nothing pending it sleeps.
///
/// With a virtual clock, time stands still while anything runs or is readable, and then goes
/// on to the earliest timer at once. A handler that never lets go of time holds it for ever.
public final class EventLoop {
  /// The clock of all times here.
  public let clock: any LoopClock

  /// With a virtual clock: whether somebody is at work for whom time must wait.
  ///
  /// While it says so the loop blocks on descriptors. Answer from what the loop's thread knows:
  /// work counts as done once the waker's handler has taken its result, not once it is finished.
  public var holdsTime: () -> Bool = { false }

  /// How often the kernel woke the loop or was asked what is readable.
  public private(set) var wakeUps = 0

  private struct Watch {
    var descriptor: CInt
    var priority: Int
    var handler: () -> Void
  }

  private struct Ready {
    var identifier: UInt64
    var priority: Int
  }

  /// What the timer's descriptor is called; watches count from 1.
  private static let timerIdentifier: UInt64 = 0

  private let poller: Poller
  private var timer: DeadlineTimer
  private var timers = TimerQueue()
  private var watches: [UInt64: Watch] = [:]
  private var identifiers: [CInt: UInt64] = [:]
  private var nextIdentifier: UInt64 = 1
  private var ready: [Ready] = []
  private var isStopping = false
  private var bells: [Bell] = []
  private var signalReaders: [SignalReader] = []

  /// Makes a loop with nothing to wait for.
  ///
  /// - Throws: the errno of `epoll_create1` or `timerfd_create`.
  public init(clock: any LoopClock) throws(Errno) {
    let poller = try Poller()
    let timer = try DeadlineTimer()
    try poller.add(timer.rawDescriptor, identifier: EventLoop.timerIdentifier)
    self.clock = clock
    self.poller = poller
    self.timer = timer
  }

  /// The present time in nanoseconds of the loop's clock.
  public var now: Int64 { clock.now }
}

@available(*, unavailable)
extension EventLoop: Sendable {}

// MARK: - Descriptors

extension EventLoop {
  /// What a descriptor is watched for.
  public enum Interest: Sendable, Hashable {
    /// It can be read.
    case reading
    /// It has something out of the ordinary to tell, as files of the kernel's own do (EPOLLPRI).
    case urgent
  }

  /// Calls the handler whenever the descriptor is readable, hung up or broken, until unwatched.
  ///
  /// Level-triggered: what the handler leaves unread calls it again. Within a wake lower
  /// priorities come first; those below 0 even before timers. Unwatch before closing.
  ///
  /// - Throws: the errno of `epoll_ctl`: EEXIST if it is watched already, EPERM for a plain file.
  public func watch(
    _ descriptor: CInt, for interest: Interest = .reading, priority: Int = 0,
    handler: @escaping () -> Void
  ) throws(Errno) {
    let identifier = nextIdentifier
    try poller.add(descriptor, for: interest, identifier: identifier)
    nextIdentifier += 1
    watches[identifier] = Watch(descriptor: descriptor, priority: priority, handler: handler)
    identifiers[descriptor] = identifier
  }

  /// Forgets a descriptor; its handler is not called again, not even in the present wake.
  public func unwatch(_ descriptor: CInt) {
    guard let identifier = identifiers.removeValue(forKey: descriptor) else { return }
    watches[identifier] = nil
    poller.remove(descriptor)
  }
}

// MARK: - Timers

extension EventLoop {
  /// Calls the handler once, at an absolute time of the loop's clock or as soon after as it can.
  ///
  /// Timers of the same time run in the order of scheduling.
  @discardableResult
  public func schedule(at time: Int64, handler: @escaping () -> Void) -> TimerToken {
    timers.schedule(at: time, handler: handler)
  }

  /// Takes back a timer; nothing if it has run or was cancelled.
  public func cancel(_ token: TimerToken) { timers.cancel(token) }

  /// Takes back all timers, and lets go of what their handlers captured.
  public func forgetTimers() { timers.cancelAll() }
}

// MARK: - Signals and other threads

extension EventLoop {
  /// Calls the handler on the loop's thread for each of these signals that arrives.
  ///
  /// Blocks them in the calling thread; call it before other threads start, which inherit that.
  /// They stay blocked when the loop goes. Priority 0.
  ///
  /// - Throws: the errno of `pthread_sigmask`, `signalfd` or `epoll_ctl`.
  public func onSignals(
    _ signals: [CInt], handler: @escaping (CInt) -> Void
  ) throws(Errno) {
    let reader = try SignalReader(signals)
    try watch(reader.rawDescriptor) { [unowned reader] in
      while let signal = reader.next() { handler(signal) }
    }
    signalReaders.append(reader)
  }

  /// Gives up listening for signals: those that come from now on do what they did before.
  ///
  /// Call it on the thread that listened; what has arrived and was not handled is forgotten.
  public func releaseSignals() {
    for reader in signalReaders.reversed() {
      unwatch(reader.rawDescriptor)
      reader.release()
    }
    signalReaders = []
  }

  /// Makes a bell that other threads can ring to have the handler run on the loop's thread.
  ///
  /// - Throws: the errno of `eventfd` or `epoll_ctl`.
  public func makeWaker(handler: @escaping () -> Void) throws(Errno) -> Waker {
    let bell = try Bell()
    try watch(bell.rawDescriptor) { [unowned bell] in
      bell.silence()
      handler()
    }
    bells.append(bell)
    return Waker(bell)
  }
}

// MARK: - Running

extension EventLoop {
  /// Runs handlers until `stop()`; a stop that came before makes it return at once.
  public func run() {
    while !isStopping { turn() }
    isStopping = false
  }

  /// Makes `run()` return before it calls another handler; what is pending stays pending.
  public func stop() { isStopping = true }

  private func turn() {
    if clock.isVirtual {
      // First ask who holds time, then what is readable: the other way round, a result that comes
      // in between would be overtaken by a timer.
      let mayAdvance = timers.count > 0 && !holdsTime()
      let isDue = isTimerDue
      collect(blocking: !mayAdvance && !isDue)
      if mayAdvance, !isDue, ready.isEmpty, let earliest = timers.earliest {
        clock.advance(to: earliest)
      }
    } else {
      let isDue = isTimerDue
      if !isDue { timer.arm(at: timers.earliest) }
      collect(blocking: !isDue)
    }
    dispatch()
  }

  private var isTimerDue: Bool {
    guard let earliest = timers.earliest else { return false }
    return earliest <= clock.now
  }

  private func collect(blocking: Bool) {
    ready.removeAll(keepingCapacity: true)
    poller.wait(blocking: blocking) { identifier in
      if let watch = watches[identifier] {
        ready.append(Ready(identifier: identifier, priority: watch.priority))
      }
    }
    wakeUps += 1
    if ready.count > 1 {
      ready.sort { ($0.priority, $0.identifier) < ($1.priority, $1.identifier) }
    }
  }

  private func dispatch() {
    let batch = ready
    let urgentCount = batch.prefix { $0.priority < 0 }.count
    batch[..<urgentCount].forEach(call)
    fireTimers()
    batch[urgentCount...].forEach(call)
  }

  private func call(_ ready: Ready) {
    // A handler before this one may have unwatched it, or stopped the loop.
    guard !isStopping, let watch = watches[ready.identifier] else { return }
    watch.handler()
  }

  private func fireTimers() {
    let now = clock.now
    let limit = timers.nextSequence
    while !isStopping, let handler = timers.takeDue(at: now, scheduledBefore: limit) {
      handler()
    }
  }
}
