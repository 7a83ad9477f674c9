import Glibc
import KMS
import Linux
import Pixels

/// The memory of one dumb buffer; goes when handle, framebuffers and mappings have gone.
final class FakeBuffer {
  let memory: UnsafeMutableRawBufferPointer

  /// Takes zeroed memory that costs nothing until it is touched.
  init(size: UInt64) throws(Errno) {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard let base = mmap(nil, Int(size), PROT_READ | PROT_WRITE, flags, -1, 0),
      base != MAP_FAILED
    else { throw .noMemory }
    memory = UnsafeMutableRawBufferPointer(start: base, count: Int(size))
  }

  deinit { munmap(memory.baseAddress, memory.count) }
}

/// A buffer with a size and a format, that a CRTC can scan out.
final class FakeFramebuffer {
  let id: UInt32
  let size: PixelSize
  let format: PixelFormat
  let pitch: Int
  let buffer: FakeBuffer
  /// Whether it belongs to the kernel's console and not to the program.
  let isConsole: Bool
  /// What the pixels summed up to when it was handed over; nil where nobody asked.
  var checksum: UInt64?

  init(
    id: UInt32, size: PixelSize, format: PixelFormat, pitch: Int, buffer: FakeBuffer,
    isConsole: Bool = false
  ) {
    self.id = id
    self.size = size
    self.format = format
    self.pitch = pitch
    self.buffer = buffer
    self.isConsole = isConsole
  }

  /// A sum of the visible pixels; the padding of rows does not count.
  func sum() -> UInt64 {
    let rowBytes = size.width * format.bytesPerPixel
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for row in 0..<min(size.height, buffer.memory.count / pitch) {
      var offset = row * pitch
      let end = min(offset + rowBytes, buffer.memory.count)
      while offset + 8 <= end {
        let word = buffer.memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        sum = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
        sum ^= sum >> 32
        offset += 8
      }
      while offset < end {
        sum = (sum ^ UInt64(buffer.memory[offset])) &* 0x0100_0000_01b3
        offset += 1
      }
    }
    return sum
  }
}
