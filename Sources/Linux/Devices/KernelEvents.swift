import CLinux
import Glibc

/// The kernel's own events of all devices.
final class KernelEvents {
  private let socket: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 8192)

  /// The corresponding C functions are `socket` and `bind`, for the first group of
  /// `NETLINK_KOBJECT_UEVENT`.
  init() throws(Errno) {
    socket = FileDescriptor(adopting: try valueOrErrno { clinux_kernel_events() })
  }

  var descriptor: CInt { socket.rawValue }

  /// The next event; nil where none waits.
  ///
  /// The corresponding C function is `recvfrom`.
  func next() -> DeviceEvent? {
    var sender: UInt32 = 0
    do throws(Errno) {
      let count = try valueOrErrno {
        buffer.withUnsafeMutableBytes {
          clinux_receive_event(socket.rawValue, $0.baseAddress, $0.count, &sender)
        }
      }
      // The kernel is number 0; a program with a message of its own is nobody to believe.
      guard sender == 0 else { return .other }
      return DeviceEvent(DeviceChange(kernelMessage: buffer[..<count]))
    } catch {
      return error.rawValue == ENOBUFS ? .card(.missed) : nil
    }
  }
}
