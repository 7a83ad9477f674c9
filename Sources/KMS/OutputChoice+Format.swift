import Pixels

extension OutputChoice {
  /// Formats that are tried in turn where a user leaves it to the rules.
  private static let usualFormats: [PixelFormat] = [.xrgb8888, .rgb565]

  /// How pixels lie in the buffers; the reason is nil where it is as always.
  static func chooseFormat(
    _ request: FormatRequest, _ snapshot: CardSnapshot, crtc: UInt32, output: String
  ) throws(DisplayError) -> (PixelFormat, String?) {
    // What does not tell is tried; adding the framebuffer tells.
    let formats = snapshot.formats[crtc]
    switch request {
    case .fixed(let format):
      guard formats?.contains(format) != false else {
        throw unsupported(format.rawValue, formats ?? [], snapshot, output)
      }
      return (format, nil)
    case .automatic:
      guard let formats else { return (usualFormats[0], nil) }
      guard let format = usualFormats.first(where: { formats.contains($0) }) else {
        let names = usualFormats.map(\.rawValue).joined(separator: " nor ")
        throw unsupported(names, [], snapshot, output)
      }
      guard format != usualFormats[0] else { return (format, nil) }
      return (
        format,
        "Format \(format.rawValue) is used: \(output) does not scan out "
          + "\(usualFormats[0].rawValue)."
      )
    }
  }

  private static func unsupported(
    _ wanted: String, _ formats: [PixelFormat], _ snapshot: CardSnapshot, _ output: String
  ) -> DisplayError {
    let names = formats.map(\.rawValue).joined(separator: ", ")
    return DisplayError(
      .formatUnsupported,
      "\(output) on \(snapshot.path) does not scan out \(wanted); "
        + (names.isEmpty ? "nor any format known here." : "it takes \(names): try --format."))
  }
}
