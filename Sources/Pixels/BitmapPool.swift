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
  }

  private let idle: Mutex<Idle>

  /// Makes a pool that keeps at most `limit` bytes of idle memory.
  public init(limit: Int) { idle = Mutex(Idle(limit: limit)) }

  deinit { trim(to: 0) }

  /// Bytes kept idle at the moment.
  public var idleBytes: Int { idle.withLock { $0.bytes } }

  /// Gives idle memory back to the system until at most `bytes` are kept, now and from now on.
  public func trim(to bytes: Int) {
    let freed = idle.withLock { idle in
      idle.limit = bytes
      return Self.evict(&idle)
    }
    for block in freed { block.deallocate() }
  }

  /// Takes a block of exactly `bytes`, idle or new.
  func take(_ bytes: Int) -> UnsafeMutableRawBufferPointer {
    let found = idle.withLock { idle -> Idle? in
      guard let index = idle.blocks.lastIndex(where: { $0.count == bytes }) else { return nil }
      idle.bytes -= bytes
      return Idle(blocks: [idle.blocks.remove(at: index)], limit: 0)
    }
    return found?.blocks.first ?? Self.allocate(bytes)
  }

  /// Keeps a block for the next taker, or frees it where the limit says so.
  func giveBack(_ block: UnsafeMutableRawBufferPointer) {
    let returned = Idle(blocks: [block], limit: 0)
    let freed = idle.withLock { idle in
      idle.blocks.append(contentsOf: returned.blocks)
      idle.bytes += returned.blocks[0].count
      return Self.evict(&idle)
    }
    for block in freed { block.deallocate() }
  }

  /// Memory for pixels, aligned to a cache line.
  static func allocate(_ bytes: Int) -> UnsafeMutableRawBufferPointer {
    .allocate(byteCount: bytes, alignment: 64)
  }

  private static func evict(_ idle: inout Idle) -> [UnsafeMutableRawBufferPointer] {
    var freed: [UnsafeMutableRawBufferPointer] = []
    while idle.bytes > idle.limit, !idle.blocks.isEmpty {
      let block = idle.blocks.removeFirst()
      idle.bytes -= block.count
      freed.append(block)
    }
    return freed
  }
}
