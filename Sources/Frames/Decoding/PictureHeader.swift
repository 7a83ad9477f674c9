public import Pixels

/// What a file says of its picture before its pixels.
public struct PictureHeader: Sendable, Hashable {
  /// PNG or JPEG.
  public var kind: PictureKind
  /// Width and height, each at least 1.
  public var size: PixelSize
  /// Whether any pixel may let the background through.
  public var hasAlpha: Bool
  /// Whether it is stored in passes: an interlaced PNG or a progressive JPEG.
  public var isInterlaced: Bool
  /// Bytes of the file.
  public var fileBytes: Int

  /// Bytes that the decoder itself takes while it works, besides pixels and file.
  var workBytes = 0
  /// Whether a JPEG's samples are inks, and if so whether they are stored inverted, as Adobe does.
  var inks: Inks?

  /// How a JPEG of four inks stores them.
  enum Inks: Sendable, Hashable {
    case plain
    case inverted
  }
}
