import Glibc
import Linux

/// An empty folder that goes away with this value, and what is in it two levels deep.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/flipbook-testing-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno.current }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in (try? Directory.list(path)) ?? [] {
      for inner in (try? Directory.list("\(path)/\(name)")) ?? [] {
        remove("\(path)/\(name)/\(inner)")
      }
      remove("\(path)/\(name)")
    }
    remove(path)
  }
}
