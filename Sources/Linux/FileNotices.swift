import CLinux
import Glibc

/// Tells when files are written or folders get other entries: inotify.
package struct FileNotices: ~Copyable {
  /// Readable when something was changed.
  let descriptor: FileDescriptor

  /// The corresponding C function is `inotify_init1`.
  package init() throws(Errno) {
    descriptor = FileDescriptor(
      adopting: try valueOrErrno { inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC)) })
  }

  /// Readable when something was changed.
  package var rawDescriptor: CInt { descriptor.rawValue }

  /// Tells of what is written to a file.
  ///
  /// The corresponding C function is `inotify_add_watch`.
  package func watchFile(_ path: String) throws(Errno) { try watch(path, IN_MODIFY) }

  /// Tells of new entries of a folder and of changes of their rights; of one that is watched already
  /// no oftener.
  ///
  /// The corresponding C function is `inotify_add_watch`.
  package func watchFolder(_ path: String) throws(Errno) {
    try watch(path, IN_CREATE | IN_MOVED_TO | IN_ATTRIB)
  }

  private func watch(_ path: String, _ events: CInt) throws(Errno) {
    _ = try valueOrErrno { inotify_add_watch(descriptor.rawValue, path, UInt32(events)) }
  }

  /// Takes what has come, of which nothing is told but that it came.
  ///
  /// Bounded: what is left wakes the loop again.
  package func clear() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<64 {
      guard
        bytes.withUnsafeMutableBytes({ Glibc.read(rawDescriptor, $0.baseAddress, $0.count) }) > 0
      else { return }
    }
  }
}
