internal import Linux

/// Tells pictures by their first bytes, whatever they are called.
enum PictureSignature {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF]

  /// Why a file is no picture: nil for a PNG or a JPEG.
  static func complaint(aboutFile path: String) -> String? {
    do throws(Errno) {
      let kind = try FileProbe.kind(of: path)
      guard kind == .regular else { return kind.rawValue }
      return complaint(about: try FileProbe.beginning(of: path))
    } catch {
      return "cannot be read: \(error)"
    }
  }

  /// Why a file that begins with these bytes is no picture: nil for a PNG or a JPEG.
  static func complaint(about beginning: [UInt8]) -> String? {
    if beginning.isEmpty { return "empty" }
    return beginning.starts(with: png) || beginning.starts(with: jpeg)
      ? nil : "not a PNG or JPEG"
  }
}
