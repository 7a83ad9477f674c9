import CLinux
import Glibc

extension File {
  /// The minor number of a character device; nil for what is none.
  ///
  /// The corresponding C functions are `stat` and `minor`.
  public static func deviceMinor(of path: String) -> Int? {
    var found = stat()
    guard stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFCHR else { return nil }
    return Int(clinux_device_minor(UInt64(found.st_rdev)))
  }

  /// A path with all links followed; itself where it leads nowhere.
  ///
  /// The corresponding C function is `realpath`.
  package static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
