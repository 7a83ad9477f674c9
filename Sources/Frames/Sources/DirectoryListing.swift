import Glibc
internal import Linux

/// The names in a folder, hidden ones left out.
struct DirectoryListing {
  /// A name, and what it is where the folder itself says so without a further look.
  struct Entry {
    let name: String
    /// Nil for links and on file systems that do not tell.
    let kind: FileKind?
  }

  /// In the folder's own order.
  private(set) var entries: [Entry] = []
  /// Names that no program can be given as text, each with the reason.
  private(set) var unusable: [String] = []

  /// Lists a folder; the empty path is the present one.
  ///
  /// The C calls are `opendir` and `readdir`.
  init(path: String) throws(Errno) {
    guard let stream = opendir(path.isEmpty ? "." : path) else { throw Errno.current }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw Errno.current }
        return
      }
      add(entry)
    }
  }

  private mutating func add(_ entry: UnsafeMutablePointer<dirent>) {
    guard let field = entry.pointer(to: \.d_name) else { return }
    let text = UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self)
    if text[0] == CChar(UInt8(ascii: ".")) { return }
    guard let name = String(validatingCString: text) else {
      unusable.append("\(String(cString: text)): its name is not UTF-8")
      return
    }
    entries.append(Entry(name: name, kind: Self.kind(ofType: entry.pointee.d_type)))
  }

  private static func kind(ofType type: UInt8) -> FileKind? {
    switch Int(type) {
    case Int(DT_REG): .regular
    case Int(DT_DIR): .directory
    case Int(DT_FIFO): .pipe
    case Int(DT_SOCK): .socket
    case Int(DT_CHR), Int(DT_BLK): .device
    default: nil
    }
  }
}
