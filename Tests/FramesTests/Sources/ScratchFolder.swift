import Glibc
import Testing

/// A folder for one test's files; it goes when the test lets go of it.
final class ScratchFolder {
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]
  static let text: [UInt8] = Array("not a picture at all".utf8)

  let path: String

  init() throws {
    var template = Array("\(Self.temporary)/flipbook-frames-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    path = try #require(made)
  }

  deinit { Self.remove(path) }

  private static var temporary: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
  }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8] = png) throws -> String {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    try #require(file >= 0)
    defer { close(file) }
    try #require(Glibc.write(file, bytes, bytes.count) == bytes.count)
    return "\(path)/\(name)"
  }

  func write(pictures names: [String]) throws {
    for name in names { try write(name) }
  }

  func makeFolder(_ name: String) throws { try #require(mkdir("\(path)/\(name)", 0o755) == 0) }

  func makePipe(_ name: String) throws { try #require(mkfifo("\(path)/\(name)", 0o644) == 0) }

  func makeLink(_ name: String, to target: String) throws {
    try #require(symlink(target, "\(path)/\(name)") == 0)
  }

  private static func remove(_ path: String) {
    guard let stream = opendir(path) else {
      unlink(path)
      return
    }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        String(cString: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
      }
      if name == "." || name == ".." { continue }
      let child = "\(path)/\(name)"
      if unlink(child) != 0 { remove(child) }
    }
    closedir(stream)
    rmdir(path)
  }
}
