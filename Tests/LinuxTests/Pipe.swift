import Glibc
import Linux

/// Both ends of a pipe.
struct Pipe: ~Copyable {
  let reader: FileDescriptor
  let writer: FileDescriptor

  init() throws {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Errno.current }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    reader = FileDescriptor(adopting: ends[0])
    writer = FileDescriptor(adopting: ends[1])
  }

  func send(_ byte: UInt8 = 0) throws { try writer.writeAll([byte]) }
}

/// Takes one byte; -1 if there is none.
@discardableResult
func takeByte(from descriptor: CInt) -> Int {
  var byte: UInt8 = 0
  return read(descriptor, &byte, 1) == 1 ? Int(byte) : -1
}
