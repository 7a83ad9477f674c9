import Glibc
import KMS
import Linux
import Pixels

/// The memory of one dumb buffer; goes when handle, framebuffers and mappings have gone.
final class FakeBuffer {
  let memory: UnsafeMutableRawBufferPointer
  /// The key that it is mapped by.
  var offset: UInt64 = 0
  /// Whether there is nothing behind it, as its first touch will show.
  var isUntouchable = false
  /// What it holds while the memory itself reads as noise.
  private var kept: UnsafeMutableRawBufferPointer?
  /// Which noise the memory was last filled with; 0 for none.
  private var noise: UInt32 = 0

  /// Takes zeroed memory that costs nothing until it is touched.
  init(size: UInt64) throws(Errno) { memory = try Self.take(Int(size)) }

  deinit {
    munmap(memory.baseAddress, memory.count)
    if let kept { munmap(kept.baseAddress, kept.count) }
  }

  private static func take(_ size: Int) throws(Errno) -> UnsafeMutableRawBufferPointer {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard let base = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0), base != MAP_FAILED
    else { throw .noMemory }
    return UnsafeMutableRawBufferPointer(start: base, count: size)
  }

  /// What is in it, as a screen gets to see it.
  var contents: UnsafeRawBufferPointer { UnsafeRawBufferPointer(kept ?? memory) }

  // MARK: - Noise

  /// Takes what was written since the last time into what is kept, and makes noise of the memory.
  ///
  /// A word that still is the noise it was filled with was not written. Of four random bytes that a
  /// program should write the same is not to be expected; of fewer it would be, which is why
  /// buffers of 16 bits a pixel are left as they are.
  func hide() {
    if kept == nil {
      guard let copy = try? Self.take(memory.count) else { return }
      copy.copyMemory(from: UnsafeRawBufferPointer(memory))
      kept = copy
    }
    guard let kept else { return }
    let next = noise &+ 1
    for offset in stride(from: 0, to: memory.count & ~3, by: 4) {
      let word = memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      if noise != 0, word != Self.noise(noise, at: offset) {
        kept.storeBytes(of: word, toByteOffset: offset, as: UInt32.self)
      }
      memory.storeBytes(of: Self.noise(next, at: offset), toByteOffset: offset, as: UInt32.self)
    }
    noise = next
  }

  /// Whether it is noise; false for memory that reads as what was written.
  var isHidden: Bool { noise != 0 }

  /// Whether a word is no longer the noise that it was filled with.
  func isWritten(at offset: Int) -> Bool {
    memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self) != Self.noise(noise, at: offset)
  }

  /// A number that nothing else gives: the finishing step of the MurmurHash3 function.
  private static func noise(_ turn: UInt32, at offset: Int) -> UInt32 {
    var word = UInt32(truncatingIfNeeded: offset) &+ turn &* 0x9e37_79b9
    word = (word ^ word >> 16) &* 0x85eb_ca6b
    word = (word ^ word >> 13) &* 0xc2b2_ae35
    return word ^ word >> 16
  }
}

/// A buffer with a size and a format, that a CRTC can scan out.
final class FakeFramebuffer {
  let id: UInt32
  let size: PixelSize
  let format: PixelFormat
  /// The code of its format, which may be one that no plane takes.
  let fourCC: UInt32
  let pitch: Int
  let buffer: FakeBuffer
  /// Whether it belongs to the kernel's console and not to a program.
  let isConsole: Bool
  /// Whose it is; nil for the console's, and for one that was given up and still is on screen.
  var owner: FakeFile?
  /// What the pixels summed up to when it was handed over; nil where nobody asked.
  private(set) var checksum: UInt64?

  init(
    id: UInt32, size: PixelSize, format: PixelFormat, fourCC: UInt32? = nil, pitch: Int,
    buffer: FakeBuffer, owner: FakeFile? = nil, isConsole: Bool = false
  ) {
    self.id = id
    self.size = size
    self.format = format
    self.fourCC = fourCC ?? format.fourCC
    self.pitch = pitch
    self.buffer = buffer
    self.owner = owner
    self.isConsole = isConsole
  }

  /// The program is done with it: keeps what it looks like, to see whether that changes.
  ///
  /// - Parameter hidden: whether the program finds noise in it from now on.
  func handOver(hidden: Bool) {
    if hidden, format.bytesPerPixel == 4 { buffer.hide() }
    checksum = sum()
  }

  /// Whether it was written since; each change is told once.
  func wasWritten() -> Bool {
    guard let checksum else { return false }
    guard buffer.isHidden else {
      let present = sum()
      self.checksum = present
      return present != checksum
    }
    guard rows.contains(where: { $0.contains { buffer.isWritten(at: $0) } }) else { return false }
    buffer.hide()
    self.checksum = sum()
    return true
  }

  /// Where its rows lie in the buffer, by whole words of four bytes where it is hidden.
  private var rows: [StrideTo<Int>] {
    let bytes = size.width * format.bytesPerPixel
    return (0..<min(size.height, buffer.memory.count / pitch)).map { row in
      stride(
        from: row * pitch, to: min(row * pitch + bytes, buffer.memory.count & ~3), by: 4)
    }
  }

  /// A sum of the visible pixels; the padding of rows does not count.
  private func sum() -> UInt64 {
    let contents = buffer.contents
    let rowBytes = size.width * format.bytesPerPixel
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for row in 0..<min(size.height, contents.count / pitch) {
      var offset = row * pitch
      let end = min(offset + rowBytes, contents.count)
      while offset + 8 <= end {
        let word = contents.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        sum = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
        sum ^= sum >> 32
        offset += 8
      }
      while offset < end {
        sum = (sum ^ UInt64(contents[offset])) &* 0x0100_0000_01b3
        offset += 1
      }
    }
    return sum
  }
}
