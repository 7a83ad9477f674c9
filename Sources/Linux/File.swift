import CLinux
import Glibc

/// Files, whole: reading one into memory, writing one from it.
public enum File {
  /// What a path leads to.
  public enum Kind: Sendable, Hashable {
    /// Bytes on a disk.
    case plain
    /// A folder.
    case directory
    /// A pipe, a device, a socket.
    case special
  }

  /// What a path leads to, links followed; nil if nothing that this process may see.
  ///
  /// The corresponding C function is `stat`.
  public static func kind(of path: String) -> Kind? {
    var information = stat()
    guard stat(path, &information) == 0 else { return nil }
    switch information.st_mode & S_IFMT {
    case S_IFREG: return .plain
    case S_IFDIR: return .directory
    default: return .special
    }
  }

  /// Reads a file from beginning to end.
  ///
  /// The corresponding C functions are `open` and `read`.
  ///
  /// - Parameter limit: how many bytes it may have; a longer file throws EFBIG.
  public static func read(_ path: String, limit: Int = .max) throws(Errno) -> [UInt8] {
    let descriptor = try FileDescriptor.open(path, flags: O_RDONLY)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try valueOrErrno {
        chunk.withUnsafeMutableBytes {
          Glibc.read(descriptor.rawValue, $0.baseAddress, $0.count)
        }
      }
      if count == 0 { return bytes }
      if count > limit - bytes.count { throw Errno(rawValue: EFBIG) }
      bytes += chunk[..<count]
    }
  }

  /// Writes a file anew.
  ///
  /// The corresponding C functions are `open` and `write`, and `fsync` and `rename` if atomic.
  ///
  /// - Parameter atomically: readers see the old file or the whole new one, also after a crash.
  public static func write(
    _ bytes: [UInt8], to path: String, atomically: Bool = false
  ) throws(Errno) {
    guard atomically else {
      // Opening a named pipe that nobody reads fails then, instead of waiting for ever.
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_NOCTTY
      let file = try FileDescriptor.open(path, flags: flags)
      _ = try valueOrErrno { fcntl(file.rawValue, F_SETFL, O_WRONLY) }
      try file.writeAll(bytes)
      return try file.close()
    }
    // In the same folder, so that the rename stays within one file system.
    let temporary = "\(path).\(getpid()).new"
    do throws(Errno) {
      let file = try FileDescriptor.open(temporary, flags: O_WRONLY | O_CREAT | O_EXCL)
      try file.writeAll(bytes)
      _ = try valueOrErrno { fsync(file.rawValue) }
      try file.close()
      _ = try valueOrErrno { rename(temporary, path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }
}
