/// Pixels in ordinary memory, owned: rows from the top, each `strideBytes` long.
///
/// One owner at a time may write it, on any thread; give it to a `Picture` to share it unchanged.
public struct Bitmap: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointer: the memory has this one owner and is reached through
  // borrows alone, so the compiler's exclusivity rule is the thread rule too.

  /// Width and height in pixels; both at least 1.
  public let size: PixelSize
  /// How each pixel lies in memory.
  public internal(set) var format: PixelFormat
  /// Bytes from the start of a row to the start of the next.
  public let strideBytes: Int

  private let memory: UnsafeMutableRawBufferPointer
  private let pool: BitmapPool?

  /// Bytes that the pixels of a bitmap take.
  public static func byteCount(size: PixelSize, format: PixelFormat) -> Int {
    size.width * format.bytesPerPixel * size.height
  }

  /// Takes memory for a bitmap; its pixels are undefined until written.
  ///
  /// - Parameters:
  ///   - size: at least 1x1; the caller has checked it against its budget.
  ///   - format: of each pixel; rows lie without padding.
  ///   - pool: where the memory comes from and goes back to; without one, the system.
  public init(size: PixelSize, format: PixelFormat, pool: BitmapPool? = nil) {
    precondition(size.width > 0 && size.height > 0, "a bitmap has at least one pixel")
    self.size = size
    self.format = format
    self.pool = pool
    strideBytes = size.width * format.bytesPerPixel
    let bytes = strideBytes * size.height
    memory = pool?.take(bytes) ?? BitmapPool.allocate(bytes)
  }

  deinit {
    if let pool {
      pool.giveBack(memory)
    } else {
      BitmapPool.free(memory)
    }
  }

  /// Lends the bytes for reading.
  public borrowing func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(memory))
  }

  /// Lends the bytes for writing.
  public mutating func withMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(memory)
  }
}

/// A finished bitmap that no one changes any more; it may be read on any thread.
public final class Picture: Sendable {
  /// The pixels.
  public let bitmap: Bitmap

  /// Freezes a bitmap.
  public init(_ bitmap: consuming Bitmap) { self.bitmap = bitmap }

  /// Bytes of memory that it holds.
  public var byteCount: Int { bitmap.strideBytes * bitmap.size.height }
}
