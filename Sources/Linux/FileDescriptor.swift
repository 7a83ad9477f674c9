import CLinux
import Glibc

/// The one owner of an open file descriptor; it is closed when the owner goes.
///
/// Errors are those of the calls named at each member; a call that a signal interrupted is made
/// again. May move between threads; closing while another thread uses the number is a bug.
public struct FileDescriptor: ~Copyable, Sendable {
  /// The kernel's number, valid while the owner lives.
  public let rawValue: CInt

  /// Takes over a number that nobody else will close.
  public init(adopting rawValue: CInt) { self.rawValue = rawValue }

  deinit { _ = Glibc.close(rawValue) }

  /// Opens a file, with `O_CLOEXEC` added to the flags.
  ///
  /// The corresponding C function is `open`.
  public static func open(
    _ path: String, flags: CInt, mode: UInt32 = 0o644
  ) throws(Errno) -> FileDescriptor {
    FileDescriptor(
      adopting: try valueOrErrno { Glibc.open(path, flags | O_CLOEXEC, mode_t(mode)) })
  }

  /// Closes it now and tells of an error, such as a disk that filled up.
  ///
  /// The corresponding C function is `close`. The number is gone even after an error.
  public consuming func close() throws(Errno) {
    let number = rawValue
    discard self
    // Never repeated: Linux frees the number before it can be interrupted.
    if Glibc.close(number) != 0 { throw Errno.current }
  }

  /// Reads at most as many bytes as the buffer holds; 0 is the end of the file.
  ///
  /// The corresponding C function is `read`.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    try valueOrErrno { Glibc.read(rawValue, buffer.baseAddress, buffer.count) }
  }

  /// Writes some of the bytes and answers how many.
  ///
  /// The corresponding C function is `write`.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    try valueOrErrno { Glibc.write(rawValue, bytes.baseAddress, bytes.count) }
  }

  /// Writes all bytes of an array, in as many calls as it takes.
  ///
  /// The corresponding C function is `write`.
  public func writeAll(_ bytes: [UInt8]) throws(Errno) {
    try writeAllBytes(bytes, to: rawValue)
  }
}

/// Writes all bytes to a descriptor that somebody owns.
func writeAllBytes(_ bytes: [UInt8], to descriptor: CInt) throws(Errno) {
  BrokenPipes.becomeErrors()
  var written = 0
  while written < bytes.count {
    written += try valueOrErrno {
      bytes.withUnsafeBytes { all in
        let rest = UnsafeRawBufferPointer(rebasing: all[written...])
        return Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
    }
  }
}
