/// How a pixel lies in memory, in the kernel's names for scan-out formats.
public enum PixelFormat: String, Sendable, Hashable, CaseIterable {
  /// 32 bits: bytes B, G, R, X (a little-endian word `0xXXRRGGBB`).
  case xrgb8888
  /// 32 bits with premultiplied alpha: bytes B, G, R, A.
  case argb8888
  /// 16 bits: a little-endian word of 5 bits red, 6 green, 5 blue.
  case rgb565

  /// Bytes that one pixel takes.
  public var bytesPerPixel: Int { self == .rgb565 ? 2 : 4 }
}
