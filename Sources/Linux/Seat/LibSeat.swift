import CLinux
import CSeat
import Glibc
import Synchronization

/// The seat of this machine, by libseat: a seat daemon's, or logind's.
///
/// The library is loaded when the seat is opened. Every call to it holds a lock, for input devices
/// are opened on a thread of their own; what the broker says is taken on the loop's thread.
public final class LibSeat: SeatBroker {
  /// The library's numbers of devices, by descriptor.
  private let devices = Mutex<[CInt: CInt]>([:])
  // The library's pointer, used under the lock alone from the end of `init` on.
  private nonisolated(unsafe) let seat: OpaquePointer
  // What the library calls back with, which must stay where it is; written during its calls, which
  // hold the lock.
  private nonisolated(unsafe) let callbacks: UnsafeMutablePointer<Callbacks>

  private struct Callbacks {
    var listener: libseat_seat_listener
    var events: [SeatEvent] = []
  }

  /// What the seat is called: `libseat_seat_name`.
  public let name: String
  /// Readable when there are events to take: `libseat_get_fd`.
  public let descriptor: Int32

  /// Opens the seat: `libseat_open_seat`, which goes by LIBSEAT_BACKEND where that is set.
  ///
  /// Where neither a daemon nor logind answers, the library makes do with a seat of its own that has
  /// no rights at all; that is no broker, unless it was asked for.
  /// - Throws: `notImplemented` without the library; what it answers where no broker gives a seat,
  ///   `refused` where there is none.
  public init() throws(Errno) {
    guard cseat_load() == 0 else { throw .notImplemented }
    let callbacks = UnsafeMutablePointer<Callbacks>.allocate(capacity: 1)
    callbacks.initialize(
      to: Callbacks(
        listener: libseat_seat_listener(
          enable_seat: { _, data in
            data?.assumingMemoryBound(to: Callbacks.self).pointee.events.append(.enabled)
          },
          disable_seat: { _, data in
            data?.assumingMemoryBound(to: Callbacks.self).pointee.events.append(.disabled)
          })))
    // The listener is the first member, and is read whenever the library has something to say.
    let listener = UnsafeRawPointer(callbacks).assumingMemoryBound(to: libseat_seat_listener.self)
    guard let seat = cseat_open_seat(listener, callbacks) else {
      let error = Errno.current
      callbacks.deinitialize(count: 1)
      callbacks.deallocate()
      throw error
    }
    self.seat = seat
    self.callbacks = callbacks
    name = cseat_seat_name(seat).map { String(cString: $0) } ?? "seat0"
    descriptor = cseat_get_fd(seat)
    guard Arguments.environment("LIBSEAT_BACKEND") != nil || Self.hasNamedPeer(descriptor) else {
      throw .refused
    }
  }

  /// Whether somebody is at the other end who has listened there: `getpeername`.
  private static func hasNamedPeer(_ descriptor: CInt) -> Bool {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout.size(ofValue: address))
    let answer = withUnsafeMutableBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        getpeername(descriptor, $0.baseAddress, &length)
      }
    }
    // A pair of sockets of this process's own has no name.
    return answer == 0 && Int(length) > MemoryLayout<sa_family_t>.size
  }

  /// Gives the seat back: `libseat_close_seat`.
  deinit {
    _ = cseat_close_seat(seat)
    callbacks.deinitialize(count: 1)
    callbacks.deallocate()
  }

  /// Takes what the broker has said: `libseat_dispatch`; `brokenPipe` once it has ended.
  public func takeEvents(waiting milliseconds: Int32) throws(Errno) -> [SeatEvent] {
    let events = try takeEvents()
    guard events.isEmpty else { return events }
    // Not in the library, which would hold the lock meanwhile.
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, milliseconds) > 0 else { return [] }
    let later = try takeEvents()
    // The library does not tell of a daemon that has ended.
    guard !later.isEmpty || wanted.revents & Int16(POLLHUP | POLLERR) == 0 else {
      throw .brokenPipe
    }
    return later
  }

  private func takeEvents() throws(Errno) -> [SeatEvent] {
    try devices.withLock { _ throws(Errno) in
      _ = try valueOrErrno { cseat_dispatch(seat, 0) }
      let events = callbacks.pointee.events
      callbacks.pointee.events = []
      return events
    }
  }

  /// Opens a device: `libseat_open_device`.
  public func open(_ path: String) throws(Errno) -> Int32 {
    try devices.withLock { devices throws(Errno) in
      var descriptor: CInt = -1
      let device = try valueOrErrno { cseat_open_device(seat, path, &descriptor) }
      devices[descriptor] = device
      return descriptor
    }
  }

  /// Closes a device: `close`, then `libseat_close_device`.
  public func close(_ descriptor: Int32) {
    devices.withLock { devices in
      _ = Glibc.close(descriptor)
      // Where the broker is gone there is nobody to tell.
      if let device = devices.removeValue(forKey: descriptor) {
        _ = cseat_close_device(seat, device)
      }
    }
  }

  /// Answers `disabled`: `libseat_disable_seat`.
  public func acknowledge() throws(Errno) {
    try devices.withLock { _ throws(Errno) in
      _ = try valueOrErrno { cseat_disable_seat(seat) }
    }
  }

  /// Asks for another session: `libseat_switch_session`.
  public func switchSession(_ session: Int) throws(Errno) {
    try devices.withLock { _ throws(Errno) in
      _ = try valueOrErrno { cseat_switch_session(seat, CInt(clamping: session)) }
    }
  }
}
