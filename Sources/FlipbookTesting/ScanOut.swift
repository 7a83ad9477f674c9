public import Pixels

/// A stretch of vblanks during which one picture was on a screen.
public struct ScanOutRun: Sendable, Hashable {
  /// The CRTC that scanned it out.
  public var crtc: UInt32
  /// The number of the first vblank with this picture.
  public var firstVblank: UInt64
  /// When that vblank was, in nanoseconds of the device's clock.
  public var time: Int64
  /// How many vblanks it was on; 0 where a display without vblank replaced it within one refresh.
  public var count: UInt64
  /// The framebuffer; 0 for a dark screen.
  public var framebuffer: UInt32
  /// What was given to `pageFlip`; 0 for a picture that a mode set brought.
  public var userData: UInt64
  /// A sum of the pixels as handed over; nil unless `checksBuffers` is on.
  public var checksum: UInt64?
}

/// A picture that has just reached a simulated screen, lent to an observer.
public struct ScannedPicture {
  /// The CRTC that scans it out.
  public let crtc: UInt32
  /// The connectors that it feeds, by name.
  public let outputs: [String]
  /// The framebuffer's number.
  public let framebuffer: UInt32
  /// What was given to `pageFlip`; 0 for a picture that a mode set brought.
  public let userData: UInt64
  /// The number of the first vblank with this picture.
  public internal(set) var vblank: UInt64
  /// When that vblank was, in nanoseconds of the device's clock.
  public let time: Int64
  /// Whether it is the kernel's console come back.
  public let isConsole: Bool
  /// Visible pixels.
  public let size: PixelSize
  /// How often the display refreshes.
  public let refresh: FakeRefreshRate
  /// How each lies in memory.
  public let format: PixelFormat
  /// Bytes from the start of a row to the start of the next.
  public let strideBytes: Int

  let source: FakeFramebuffer
  let firstByte: Int

  /// The same picture with its vblank counted from another, which becomes 0.
  public func counted(from origin: UInt64) -> ScannedPicture {
    var picture = self
    picture.vblank = vblank >= origin ? vblank - origin : 0
    return picture
  }

  /// Lends the bytes from the first visible pixel to the last, for reading, during the observer's
  /// call; later they may belong to another picture.
  public func withPixels<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let count = (size.height - 1) * strideBytes + size.width * format.bytesPerPixel
    let bytes = source.buffer.contents
    return try body(UnsafeRawBufferPointer(rebasing: bytes[firstByte..<firstByte + count]))
  }
}

/// A buffer that was written while a screen showed it or was about to.
public struct BufferViolation: Sendable, Hashable, CustomStringConvertible {
  /// The framebuffer's number.
  public var framebuffer: UInt32
  /// The vblank by which the change was found.
  public var vblank: UInt64
  /// Whether it was still waiting for its vblank when it was written; false if it was on screen.
  public var wasQueued: Bool

  /// A sentence.
  public var description: String {
    "Framebuffer \(framebuffer) was written while it was "
      + (wasQueued ? "queued for" : "on") + " the screen, found at vblank \(vblank)."
  }
}
