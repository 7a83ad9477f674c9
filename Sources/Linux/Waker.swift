import CLinux
import Glibc
import Synchronization

/// Wakes an event loop from any thread; made by `EventLoop.makeWaker(handler:)`.
///
/// Calls that come before the handler has run are one call. It may outlive the loop, and then
/// does nothing.
public struct Waker: Sendable {
  private let bell: Bell

  init(_ bell: Bell) { self.bell = bell }

  /// Makes the handler run on the loop's thread, once, after everything that was written before.
  ///
  /// The corresponding C function is `write`, to an `eventfd`.
  public func wake() { bell.ring() }
}

/// An eventfd and the knowledge that it has been written to already.
final class Bell: Sendable {
  private let descriptor: FileDescriptor
  private let isRung = Atomic(false)

  init() throws(Errno) {
    descriptor = FileDescriptor(
      adopting: try valueOrErrno { eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)) })
  }

  var rawDescriptor: CInt { descriptor.rawValue }

  func ring() {
    guard !isRung.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var one: UInt64 = 1
    // It can fail only when the counter is full, and then the loop is being woken anyway.
    _ = withUnsafeBytes(of: &one) { try? descriptor.write($0) }
  }

  /// Empties the eventfd; rings from now on wake the loop again.
  func silence() {
    var count: UInt64 = 0
    _ = withUnsafeMutableBytes(of: &count) { try? descriptor.read(into: $0) }
    // After the read: a ring in between writes nothing, but its data is there for the handler.
    _ = isRung.exchange(false, ordering: .acquiringAndReleasing)
  }
}
