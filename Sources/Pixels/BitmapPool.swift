import Glibc
import Synchronization

/// Memory of bitmaps that have gone, kept for the next of the same size.
///
/// Pages that are handed round cost no faults: a frame of 1920x1080 spares the kernel 2,025 of
/// them. Any thread may use it.
public final class BitmapPool: Sendable {
  private struct Idle: @unchecked Sendable {
    // Unchecked because of the pointers: what lies here has no other owner.
    var blocks: [UnsafeMutableRawBufferPointer] = []
    var bytes = 0
    var limit: Int
    /// Bytes that were taken and not yet given back.
    var taken = 0
    /// The most that were taken at once.
    var mostTaken = 0
    /// The most that taken and idle bytes come to together, as far as idle ones can be freed.
    var total = Int.max
  }

  private let idle: Mutex<Idle>

  /// Makes a pool that keeps at most `limit` bytes of idle memory.
  public init(limit: Int) { idle = Mutex(Idle(limit: limit)) }

  deinit { trim(to: 0) }

  /// Bytes kept idle at the moment.
  public var idleBytes: Int { idle.withLock { $0.bytes } }

  /// The most bytes that were in use at once, to be compared with what was reckoned.
  public var mostBytesInUse: Int { idle.withLock { $0.mostTaken } }

  /// Gives idle memory back to the system until at most `bytes` are kept, now and from now on.
  public func trim(to bytes: Int) {
    let freed = idle.withLock { idle in
      idle.limit = bytes
      return Self.evict(&idle)
    }
    for block in freed { Self.free(block) }
  }

  /// Frees idle memory so that it and what is in use stay within `bytes`, now and from now on.
  ///
  /// What is in use is never refused: it alone may pass the bound, and then nothing is kept idle.
  public func bound(total bytes: Int) {
    let freed = idle.withLock { idle in
      idle.total = bytes
      return Self.evict(&idle)
    }
    for block in freed { Self.free(block) }
  }

  /// Takes a block of exactly `bytes`, idle or new.
  func take(_ bytes: Int) -> UnsafeMutableRawBufferPointer {
    var freed: [UnsafeMutableRawBufferPointer] = []
    let found = idle.withLock { idle -> Idle? in
      idle.taken += bytes
      idle.mostTaken = max(idle.mostTaken, idle.taken)
      guard let index = idle.blocks.lastIndex(where: { $0.count == bytes }) else {
        freed = Self.evict(&idle)
        return nil
      }
      idle.bytes -= bytes
      return Idle(blocks: [idle.blocks.remove(at: index)], limit: 0)
    }
    for block in freed { Self.free(block) }
    return found?.blocks.first ?? Self.allocate(bytes)
  }

  /// Keeps a block for the next taker, or frees it where the limit says so.
  func giveBack(_ block: UnsafeMutableRawBufferPointer) {
    let returned = Idle(blocks: [block], limit: 0)
    let freed = idle.withLock { idle in
      idle.blocks.append(contentsOf: returned.blocks)
      idle.bytes += returned.blocks[0].count
      idle.taken -= returned.blocks[0].count
      return Self.evict(&idle)
    }
    for block in freed { Self.free(block) }
  }

  /// Whether the system would give so many bytes at this moment, under the process's limits too.
  ///
  /// The corresponding C functions are `mmap` and `munmap`; no page is touched.
  public static func systemHasRoom(for bytes: Int) -> Bool {
    guard bytes > 0 else { return true }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let base = mmap(nil, bytes, PROT_READ | PROT_WRITE, flags, -1, 0), base != MAP_FAILED
    else { return false }
    munmap(base, bytes)
    return true
  }

  /// From so many bytes on a block is the kernel's own mapping.
  ///
  /// Smaller ones come from the heap, which keeps what is freed between blocks in use: with large
  /// ones of several sizes that came to twice the budget.
  private static let mappedBytes = 256 << 10

  /// Memory for pixels, aligned to a cache line.
  ///
  /// The corresponding C function is `mmap`. There is no going on without it: what may be too much
  /// is asked of `systemHasRoom(for:)` first.
  static func allocate(_ bytes: Int) -> UnsafeMutableRawBufferPointer {
    guard bytes >= mappedBytes else { return .allocate(byteCount: bytes, alignment: 64) }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let base = mmap(nil, bytes, PROT_READ | PROT_WRITE, flags, -1, 0), base != MAP_FAILED
    else { fatalError("The system has no memory left: \(bytes) bytes for a picture were refused.") }
    return UnsafeMutableRawBufferPointer(start: base, count: bytes)
  }

  /// Gives memory from `allocate` back.
  static func free(_ block: UnsafeMutableRawBufferPointer) {
    if block.count >= mappedBytes {
      munmap(block.baseAddress, block.count)
    } else {
      block.deallocate()
    }
  }

  private static func evict(_ idle: inout Idle) -> [UnsafeMutableRawBufferPointer] {
    var freed: [UnsafeMutableRawBufferPointer] = []
    while idle.bytes > min(idle.limit, idle.total - idle.taken), !idle.blocks.isEmpty {
      let block = idle.blocks.removeFirst()
      idle.bytes -= block.count
      freed.append(block)
    }
    return freed
  }
}
