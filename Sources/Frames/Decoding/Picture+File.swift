public import Pixels

extension Picture {
  /// Loads a picture from a PNG or JPEG file, all of it at once.
  ///
  /// For pictures that are shown for long, such as a background or a button's; frames of an animation
  /// are loaded by its animator as they are wanted. It takes as long as reading and decoding does;
  /// any thread may call it. Transparency is kept, premultiplied (`argb8888`); a picture without any
  /// comes as `xrgb8888`.
  ///
  /// - Parameters:
  ///   - path: a regular file.
  ///   - size: the picture is made smaller, its proportions kept, until it fits; never larger. Nil
  ///     for its own size.
  /// - Throws: when it is no readable, whole, undamaged picture; the error names the file.
  public static func load(
    _ path: String, within size: PixelSize? = nil
  ) throws(DecodeError) -> Picture {
    let layout = FrameLayout(
      screen: size ?? FrameLayout.everySize, fit: .contain, format: .argb8888, enlarges: false)
    return try FrameDecoder().decode(path: path, layout: layout, memoryLimit: .max).picture
  }
}

extension FrameLayout {
  /// A screen that no picture is larger than.
  package static let everySize = PixelSize(width: 1 << 30, height: 1 << 30)
}
