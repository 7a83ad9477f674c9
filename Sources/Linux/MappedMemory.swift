internal import CLinux

/// Memory that a file or a device is behind.
public enum MappedMemory {
  /// Zeroes a mapping, every page of it, so that none is missing later.
  ///
  /// SIGBUS is caught meanwhile; on any thread, one after the other.
  ///
  /// - Throws: `noMemory` where there is none behind a page, which the kernel says by SIGBUS.
  public static func clear(_ mapping: UnsafeMutableRawBufferPointer) throws(Errno) {
    guard let address = mapping.baseAddress else { return }
    guard clinux_clear(address, mapping.count) == 0 else { throw Errno.current }
  }
}
