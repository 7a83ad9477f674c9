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

/// The first place where two pictures differ; nil for none.
///
/// So a failed test need not print all words.
func firstDifference(_ first: [UInt32], _ second: [UInt32]) -> Int? {
  guard first != second else { return nil }
  return zip(first, second).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    ?? min(first.count, second.count)
}
