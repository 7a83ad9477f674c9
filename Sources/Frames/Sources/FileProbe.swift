import Glibc
internal import Linux

/// What a path leads to; the raw value is how a sentence names it.
enum FileKind: String, Sendable {
  case regular = "a file"
  case directory = "a folder"
  case pipe = "a named pipe"
  case socket = "a socket"
  case device = "a device"
  case other = "neither file nor folder"
}

/// Looks at files without ever waiting for one.
enum FileProbe {
  /// What a path leads to, links followed.
  ///
  /// The C call is `stat`.
  static func kind(of path: String) throws(Errno) -> FileKind {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Errno.current }
    return kind(ofMode: status.st_mode)
  }

  /// Whether a path is itself a link, wherever it leads.
  ///
  /// The C call is `lstat`.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The first bytes of a file, as many as pictures are recognised by; fewer where it is shorter.
  static func beginning(of path: String) throws(Errno) -> [UInt8] {
    // Non-blocking, since a pipe may have taken the file's place since it was looked at.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw Errno.current }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: PictureKind.signatureLength)
    var count: Int
    repeat { count = read(descriptor, &bytes, bytes.count) } while count < 0 && errno == EINTR
    guard count >= 0 else { throw Errno.current }
    return Array(bytes.prefix(count))
  }

  private static func kind(ofMode mode: mode_t) -> FileKind {
    switch mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .directory
    case S_IFIFO: .pipe
    case S_IFSOCK: .socket
    case S_IFCHR, S_IFBLK: .device
    default: .other
    }
  }
}
