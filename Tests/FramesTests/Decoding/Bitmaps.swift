import Pixels

extension Bitmap {
  /// The pixels of a bitmap of 32 bits a pixel.
  var words: [UInt32] { withBytes { Array($0.bindMemory(to: UInt32.self)) } }

  /// The pixels of a bitmap of 16 bits a pixel.
  var shortWords: [UInt16] { withBytes { Array($0.bindMemory(to: UInt16.self)) } }
}
