/// Memory for the bytes of one file at a time, kept from frame to frame while it is small.
final class FileBuffer {
  /// The most bytes that are kept between two frames.
  static let keptBytes = 4 << 20

  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  deinit { memory.deallocate() }

  /// Lends room for `count` bytes; what was in it before is gone.
  func room(for count: Int) -> UnsafeMutableRawBufferPointer {
    if memory.count < count {
      memory.deallocate()
      // A little more, so that a sequence whose files grow does not come here for each of them.
      memory = .allocate(byteCount: count + min(count / 8, 1 << 16), alignment: 64)
    }
    return UnsafeMutableRawBufferPointer(rebasing: memory.prefix(count))
  }

  /// Gives large memory back when a frame is done.
  func settle() {
    guard memory.count > Self.keptBytes else { return }
    memory.deallocate()
    memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }
}
