import CLinux
import Glibc

/// An error number of a system call, with the kernel's own text.
public struct Errno: Error, RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number, as in `errno(3)`.
  public let rawValue: CInt

  /// Wraps a number that a system call answered.
  public init(rawValue: CInt) { self.rawValue = rawValue }

  /// The calling thread's `errno`; read it before anything else runs.
  public static var current: Errno { Errno(rawValue: errno) }

  /// No such file, object or process.
  public static let notFound = Errno(rawValue: ENOENT)
  /// The call was interrupted by a signal and may be made again.
  public static let interrupted = Errno(rawValue: EINTR)
  /// The descriptor is closed.
  public static let badDescriptor = Errno(rawValue: EBADF)
  /// Nothing to read now, or a resource is short for the moment.
  public static let wouldBlock = Errno(rawValue: EAGAIN)
  /// The device is gone.
  public static let noDevice = Errno(rawValue: ENODEV)
  /// Not allowed: a file's mode, or a DRM call that only the master may make.
  public static let accessDenied = Errno(rawValue: EACCES)
  /// Not permitted to this process whatever the file's mode.
  public static let notPermitted = Errno(rawValue: EPERM)
  /// In use, or a page flip is already pending.
  public static let busy = Errno(rawValue: EBUSY)
  /// An argument that the kernel refuses.
  public static let invalidArgument = Errno(rawValue: EINVAL)
  /// Not enough memory or address space.
  public static let noMemory = Errno(rawValue: ENOMEM)
  /// No space left; from a page flip, a framebuffer smaller than the mode.
  public static let noSpace = Errno(rawValue: ENOSPC)
  /// A number that does not fit.
  public static let outOfRange = Errno(rawValue: ERANGE)
  /// The device or driver does not do this.
  public static let notSupported = Errno(rawValue: EOPNOTSUPP)
  /// The kernel lacks the function.
  public static let notImplemented = Errno(rawValue: ENOSYS)
  /// Not a directory.
  public static let notDirectory = Errno(rawValue: ENOTDIR)
  /// A directory where a file was expected.
  public static let isDirectory = Errno(rawValue: EISDIR)
  /// Nobody reads the pipe or socket any more.
  public static let brokenPipe = Errno(rawValue: EPIPE)
  /// Nobody listens there.
  public static let refused = Errno(rawValue: ECONNREFUSED)
  /// Input or output failed.
  public static let inputOutput = Errno(rawValue: EIO)

  /// The kernel's text and the number: "Device or resource busy (errno 16)".
  public var description: String {
    guard let message = clinux_error_text(rawValue) else { return "errno \(rawValue)" }
    return "\(String(cString: message)) (errno \(rawValue))"
  }
}
