import Linux
public import Pixels

/// Memory that a display scans out, owned: handle, mapping and framebuffer, freed in that order
/// backwards.
///
/// The mapping is written and never read: it is uncached on most hardware, where a read takes a
/// hundred times as long as a write. Confined to the device's thread; drop it while its
/// framebuffer is on screen and the screen goes dark.
public struct DumbBuffer: ~Copyable {
  /// Visible pixels.
  public let size: PixelSize
  /// How each pixel lies.
  public let format: PixelFormat
  /// Bytes from the start of a row to the start of the next, as the driver wants them.
  public let strideBytes: Int
  /// The kernel's number of the framebuffer.
  public let framebuffer: UInt32

  private let device: any KMSDevice
  private let handle: UInt32
  private let mapping: UnsafeMutableRawBufferPointer
  private var isLeft = false

  /// Makes a buffer, maps it, touches each of its pages and wraps it in a framebuffer.
  ///
  /// - Parameters:
  ///   - device: the card; kept until the buffer is gone.
  ///   - size: visible pixels, at least 1x1.
  ///   - format: how each pixel lies.
  ///   - name: what messages call it, "screen buffer 2 of 3".
  /// - Throws: a sentence; whatever was made until then is freed.
  public init(device: any KMSDevice, size: PixelSize, format: PixelFormat, name: String)
    throws(DisplayError)
  {
    func failure(_ what: String, _ errno: Errno? = nil) -> DisplayError {
      let bytes = size.width * format.bytesPerPixel * size.height
      let why = errno.map { ": \($0)" } ?? ""
      return DisplayError(
        errno == .noDevice ? .lost : .bufferFailed,
        "\(name) (\(size) \(format.rawValue), \((bytes + 1_048_575) >> 20) MiB) on "
          + "\(device.path) (driver \(device.driverName)) \(what)\(why). "
          + "Try a smaller --mode or --format xrgb8888.", errno: errno)
    }

    let info: DumbBufferInfo
    do {
      info = try device.createDumbBuffer(
        width: UInt32(size.width), height: UInt32(size.height),
        bitsPerPixel: UInt32(format.bytesPerPixel * 8))
    } catch { throw failure("could not be made", error) }

    let stride = Int(info.pitch)
    guard stride >= size.width * format.bytesPerPixel, info.size >= UInt64(stride * size.height)
    else {
      try? device.destroyDumbBuffer(handle: info.handle)
      throw failure(
        "came with rows of \(info.pitch) bytes and \(info.size) bytes in all, too few for its "
          + "pixels; this is a fault of the driver")
    }

    let mapping: UnsafeMutableRawBufferPointer
    do { mapping = try device.mapDumbBuffer(info) } catch {
      try? device.destroyDumbBuffer(handle: info.handle)
      throw failure("could not be mapped", error)
    }

    do {
      framebuffer = try device.addFramebuffer(size: size, format: format, buffer: info)
    } catch {
      device.unmapDumbBuffer(mapping)
      try? device.destroyDumbBuffer(handle: info.handle)
      throw failure("is not accepted for scan-out", error)
    }
    self.device = device
    self.size = size
    self.format = format
    self.mapping = mapping
    strideBytes = stride
    handle = info.handle
  }

  /// Leaves the framebuffer where it is when the buffer goes: another program has it as well.
  public mutating func leaveFramebuffer() { isLeft = true }

  deinit {
    // A refusal leaves nothing to do: closing the card frees what is left.
    if !isLeft { try? device.removeFramebuffer(framebuffer) }
    device.unmapDumbBuffer(mapping)
    try? device.destroyDumbBuffer(handle: handle)
  }

  /// Lends the mapping for writing, whole rows from the top; what it holds must not be read.
  public mutating func withMutableBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    body(mapping)
  }
}
