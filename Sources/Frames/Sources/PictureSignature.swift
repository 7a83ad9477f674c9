internal import Linux

/// Tells pictures by their first bytes, whatever they are called.
enum PictureSignature {
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
    guard let kind = beginning.withUnsafeBytes({ PictureKind(recognising: $0) }) else {
      return "not a PNG or JPEG"
    }
    return kind.isRead ? nil : "a \(kind.name) picture, which Flipbook does not read"
  }
}
