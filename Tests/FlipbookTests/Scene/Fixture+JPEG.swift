import CJPEG
import Linux

extension Fixture {
  /// Writes a JPEG of 8x8 pixels of one gray, five brighter a frame.
  func writeJPEG(_ frame: Int, name: String) throws {
    let pixels = [UInt8](repeating: UInt8(frame * 5), count: 64)
    var encoded: UnsafeMutablePointer<UInt8>?
    var length: UInt = 0
    let handle = tjInitCompress()
    defer {
      tjDestroy(handle)
      tjFree(encoded)
    }
    let answer = tjCompress2(
      handle, pixels, 8, 8, 8, Int32(TJPF_GRAY.rawValue), &encoded, &length,
      Int32(TJSAMP_GRAY.rawValue), 100, 0)
    guard answer == 0, let encoded else { throw Errno.invalidArgument }
    try write(Array(UnsafeBufferPointer(start: encoded, count: Int(length))), name: name)
  }
}
