import CLinux
import Glibc

/// Folders: what is in them, and making them.
public enum Directory {
  /// The names in a folder, hidden ones too, `.` and `..` not, in no order that means anything.
  ///
  /// Names that are not UTF-8 are passed over, for no path made of them would lead back.
  /// The corresponding C functions are `opendir` and `readdir`.
  public static func list(_ path: String) throws(Errno) -> [String] {
    guard let stream = opendir(path) else { throw Errno.current }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      // The end and an error both answer nil; only `errno` tells them apart.
      errno = 0
      guard let entry = readdir(stream) else {
        let error = Errno.current
        if error.rawValue != 0 { throw error }
        return names
      }
      // From the pointer: a copy of the struct would cut a name short that the kernel made longer.
      let field = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      let name = String(validatingCString: field.assumingMemoryBound(to: CChar.self))
      if let name, name != ".", name != ".." { names.append(name) }
    }
  }

  /// Makes a folder and those above it; one that is there already is well.
  ///
  /// The corresponding C function is `mkdir`.
  public static func create(_ path: String) throws(Errno) {
    // As the kernel has it: no name is no folder, least of all the root.
    guard !path.isEmpty else { throw .notFound }
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += (made.isEmpty || made == "/" ? "" : "/") + part
      if mkdir(made, 0o777) == 0 { continue }
      let error = Errno.current
      // EROFS and the like for a folder that is there are no obstacle.
      if File.kind(of: made) != .directory { throw error }
    }
  }
}
