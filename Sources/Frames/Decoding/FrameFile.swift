import Glibc
import Linux

/// One regular file, open for reading.
struct FrameFile: ~Copyable {
  /// Bytes in the file when it was opened.
  let byteCount: Int

  private let descriptor: CInt

  /// Opens a file, without waiting for the other end of a pipe, and refuses all but regular ones.
  init(_ path: String) throws(DecodeError.Reason) {
    var descriptor: CInt
    repeat {
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw .unreadable(.current) }
    var status = stat()
    let answer = fstat(descriptor, &status)
    let failure = Errno.current
    var reason: DecodeError.Reason?
    if answer != 0 {
      reason = .unreadable(failure)
    } else if status.st_mode & S_IFMT != S_IFREG {
      reason = .notRegularFile
    } else if status.st_size == 0 {
      reason = .empty
    }
    if let reason {
      close(descriptor)
      throw reason
    }
    self.descriptor = descriptor
    byteCount = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads from the start of the file until `memory` is full or the file ends.
  ///
  /// - Returns: how many bytes were read.
  borrowing func read(into memory: UnsafeMutableRawBufferPointer) throws(DecodeError.Reason) -> Int
  {
    var filled = 0
    while filled < memory.count {
      let answer = pread(
        descriptor, memory.baseAddress?.advanced(by: filled), memory.count - filled, off_t(filled))
      if answer < 0 {
        let failure = Errno.current
        if failure == .interrupted { continue }
        throw .unreadable(failure)
      }
      if answer == 0 { break }
      filled += answer
    }
    return filled
  }
}
