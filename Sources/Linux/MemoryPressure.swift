import CLinux
import Glibc

/// Tells when memory is short, before the kernel takes it by force.
///
/// It listens to the stall times of the control group or the machine (PSI) or, where that is not
/// allowed, to the events of the control group. Where there is neither it tells nothing, and that
/// is no error. Made, used and let go of on the loop's thread; it costs nothing while memory is not
/// short.
public final class MemoryPressure {
  /// What it listens to.
  public enum Source: Sendable, Hashable {
    /// Stall times: the file to which its trigger is written.
    case stalls(String)
    /// The events of a control group: their file.
    case events(String)
  }

  /// Tasks that waited for memory for 150 ms of 2 s; windows of other lengths are for root alone.
  static let trigger = "some 150000 2000000"
  /// How long events are not looked at after some: as long as the window of a trigger.
  static let pause: Int64 = 2_000_000_000

  /// What it listens to; nil for nothing.
  public private(set) var source: Source?

  private let loop: EventLoop
  private let handler: () -> Void
  private var places: MemoryPlaces
  private let watched = Watched()
  private var events: MemoryEvents?
  private var timer: TimerToken?

  /// Holds the descriptor, to be given up for another.
  private final class Watched {
    var descriptor: FileDescriptor?
  }

  /// Listens to the first place that allows it.
  ///
  /// - Parameters:
  ///   - loop: on whose thread the handler is called.
  ///   - places: where to listen.
  ///   - handler: called when memory is short, and again while it stays so, at most every two
  ///     seconds.
  public init(
    loop: EventLoop, places: MemoryPlaces = .system, handler: @escaping () -> Void
  ) {
    self.loop = loop
    self.handler = handler
    self.places = places
    listen()
  }

  deinit {
    if let timer { loop.cancel(timer) }
    if let number = watched.descriptor?.rawValue { loop.unwatch(number) }
  }

  /// Listens to the next place that allows it.
  private func listen() {
    while !places.stalls.isEmpty {
      let path = places.stalls.removeFirst()
      // Absent, not allowed, or a kernel without it: there are other places.
      if (try? listenToStalls(path)) != nil { return source = .stalls(path) }
    }
    guard let path = places.events.take() else { return }
    if (try? listenToEvents(path)) != nil { source = .events(path) }
  }

  // MARK: - Stall times

  /// The corresponding C functions are `open` and `write`.
  private func listenToStalls(_ path: String) throws(Errno) {
    let file = try FileDescriptor.open(path, flags: O_RDWR | O_NONBLOCK)
    // The kernel wants the final zero.
    try file.writeAll(Array(Self.trigger.utf8) + [0])
    let number = file.rawValue
    try loop.watch(number, for: .urgent) { [unowned self] in noteStall(number) }
    watched.descriptor = consume file
  }

  private func noteStall(_ number: CInt) {
    var state = pollfd(fd: number, events: Int16(POLLPRI), revents: 0)
    // A control group that is gone says so for ever.
    if poll(&state, 1, 0) > 0, state.revents & Int16(POLLERR) != 0 {
      giveUp(number)
      return listen()
    }
    handler()
  }

  private func giveUp(_ number: CInt) {
    loop.unwatch(number)
    watched.descriptor = nil
    source = nil
  }

  // MARK: - Events of a control group

  private func listenToEvents(_ path: String) throws(Errno) {
    events = MemoryEvents(parsing: try text(of: path))
    let notices = try FileNotices()
    try notices.watchFile(path)
    let number = notices.descriptor.rawValue
    try loop.watch(number) { [unowned self] in noteEvents(number, path) }
    watched.descriptor = consume notices.descriptor
  }

  private func noteEvents(_ number: CInt, _ path: String) {
    guard compareEvents(number, path) else { return }
    loop.unwatch(number)
    timer = loop.schedule(at: loop.now + Self.pause) { [unowned self] in
      timer = nil
      // One that cannot be watched again has no more to tell.
      guard
        (try? loop.watch(number, handler: { [unowned self] in noteEvents(number, path) })) != nil
      else { return giveUp(number) }
    }
    handler()
  }

  /// Whether limits were met since it was last asked.
  private func compareEvents(_ number: CInt, _ path: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while bytes.withUnsafeMutableBytes({ Glibc.read(number, $0.baseAddress, $0.count) }) > 0 {}
    guard let text = try? text(of: path), let before = events else {
      giveUp(number)
      return false
    }
    let now = MemoryEvents(parsing: text)
    events = now
    return now.isWorse(than: before)
  }

  private func text(of path: String) throws(Errno) -> String {
    String(decoding: try File.read(path, limit: 1 << 16), as: UTF8.self)
  }
}

@available(*, unavailable)
extension MemoryPressure: Sendable {}
