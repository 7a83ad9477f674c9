import Pixels

extension Bitmap {
  /// Makes a bitmap of words, row by row.
  static func of(
    _ words: [UInt32], width: Int, format: PixelFormat = .xrgb8888
  ) -> Bitmap {
    var bitmap = Bitmap(
      size: PixelSize(width: width, height: words.count / width), format: format)
    bitmap.withMutableBytes { $0.copyBytes(from: words.flatMap { word in bytes(of: word) }) }
    return bitmap
  }

  /// The pixels of a bitmap of 32 bits a pixel.
  var words: [UInt32] { withBytes { Array($0.bindMemory(to: UInt32.self)) } }

  /// The pixels of a bitmap of 16 bits a pixel.
  var shortWords: [UInt16] { withBytes { Array($0.bindMemory(to: UInt16.self)) } }

  private static func bytes(of word: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
  }
}
