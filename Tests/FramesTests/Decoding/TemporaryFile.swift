import Glibc

/// A file in the temporary folder that goes with its owner.
final class TemporaryFile {
  private let path: String

  init(_ bytes: [UInt8]) {
    var template = Array("/tmp/flipbook-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0 { break }
      written += count
    }
    close(descriptor)
  }

  deinit { unlink(path) }

  /// Lends the file's path while the file is there.
  func use<Result, Failure: Error>(
    _ body: (_ path: String) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = try body(path)
    withExtendedLifetime(self) {}
    return result
  }
}
