import CLinux
import Glibc

extension KernelTerminal {
  private static let activePath = "/sys/class/tty/tty0/active"

  /// N of the `/dev/ttyN` in front; nil where the kernel has no virtual terminals.
  public static func foregroundNumber() throws(Errno) -> Int? {
    do throws(Errno) {
      return parseActive(try File.read(activePath, limit: 64))
    } catch .notFound {
      return nil
    }
  }

  /// Reads what sysfs says: "tty1" and a line's end.
  static func parseActive(_ bytes: [UInt8]) -> Int? {
    guard bytes.starts(with: Array("tty".utf8)) else { return nil }
    let digits = bytes.dropFirst(3).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// Brings this terminal to the front, and waits until it is there.
  ///
  /// The corresponding C functions are `ioctl` with `VT_ACTIVATE`, and `poll`; `VT_WAITACTIVE`
  /// would wait for ever where a program refuses to give up its own terminal.
  /// - Returns: whether it is in front now, at most two seconds later.
  /// - Throws: `notPermitted` where there is no right to it.
  public func bringToFront() throws(Errno) -> Bool {
    let file = try FileDescriptor.open(Self.activePath, flags: O_RDONLY)
    let clock = SystemClock()
    let end = clock.now + 2_000_000_000
    try activate(number)
    while true {
      // What was read is what a later change is told against.
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = try valueOrErrno {
        bytes.withUnsafeMutableBytes { pread(file.rawValue, $0.baseAddress, $0.count, 0) }
      }
      if Self.parseActive(Array(bytes[..<count])) == number { return true }
      let left = (end - clock.now) / 1_000_000
      guard left > 0 else { return false }
      var wanted = pollfd(fd: file.rawValue, events: Int16(POLLPRI | POLLERR), revents: 0)
      _ = try valueOrErrno { poll(&wanted, 1, CInt(left)) }
    }
  }
}

extension KernelTerminal {
  /// N of each `/dev/ttyN` that something has used, of the first fifteen.
  ///
  /// The corresponding C function is `ioctl` with `VT_GETSTATE`.
  /// - Throws: `notFound` where the kernel has no virtual terminals.
  public static func numbersInUse() throws(Errno) -> [Int] {
    let console = try FileDescriptor.open("/dev/tty0", flags: O_RDONLY | O_NOCTTY)
    var state = vt_stat()
    _ = try valueOrErrno { ioctl(console.rawValue, UInt(VT_GETSTATE), &state) }
    return (1...15).filter { state.v_state & 1 << $0 != 0 }
  }
}
