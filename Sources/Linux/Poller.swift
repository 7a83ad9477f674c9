import CLinux
import Glibc

/// An epoll instance; descriptors are level-triggered and named by a number of the caller's.
package struct Poller: ~Copyable {
  /// How many descriptors one wake can tell of; the others come with the next.
  private static let capacity = 64

  private let descriptor: FileDescriptor
  private let events: UnsafeMutablePointer<epoll_event>

  /// The corresponding C function is `epoll_create1`.
  package init() throws(Errno) {
    descriptor = FileDescriptor(
      adopting: try valueOrErrno { epoll_create1(CInt(EPOLL_CLOEXEC)) })
    events = .allocate(capacity: Poller.capacity)
  }

  deinit { events.deallocate() }

  /// Itself readable while one of those that it watches is.
  package var rawDescriptor: CInt { descriptor.rawValue }

  /// The corresponding C function is `epoll_ctl` with `EPOLL_CTL_ADD`.
  package func add(
    _ watched: CInt, for interest: EventLoop.Interest = .reading, identifier: UInt64
  ) throws(Errno) {
    var event = epoll_event()
    event.events = interest == .urgent ? EPOLLPRI.rawValue : EPOLLIN.rawValue
    event.data.u64 = identifier
    guard epoll_ctl(descriptor.rawValue, CInt(EPOLL_CTL_ADD), watched, &event) == 0 else {
      throw Errno.current
    }
  }

  /// The corresponding C function is `epoll_ctl` with `EPOLL_CTL_DEL`.
  package func remove(_ watched: CInt) {
    var event = epoll_event()
    // EBADF and ENOENT: it was closed, and the kernel has forgotten it by itself.
    _ = epoll_ctl(descriptor.rawValue, CInt(EPOLL_CTL_DEL), watched, &event)
  }

  /// Hands over the identifiers of what is readable, hung up or broken; waits for one if told so.
  ///
  /// The corresponding C function is `epoll_wait`.
  package func wait(blocking: Bool, ready: (UInt64) -> Void) {
    let count = epoll_wait(
      descriptor.rawValue, events, CInt(Poller.capacity), blocking ? -1 : 0)
    if count < 0 {
      let error = Errno.current
      guard error == .interrupted else { fatalError("The event loop cannot wait: \(error)") }
    }
    for index in 0..<max(0, Int(count)) { ready(events[index].data.u64) }
  }
}
