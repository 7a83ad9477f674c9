extension Bitmap {
  /// Makes a bitmap of `argb8888` one of `xrgb8888` where every pixel is opaque; its bytes stay.
  ///
  /// Looking ends at the first pixel that is not.
  public mutating func forgetNeedlessAlpha() {
    guard format == .argb8888 else { return }
    let isOpaque = withBytes { bytes in
      let words = bytes.assumingMemoryBound(to: UInt32.self)
      return words.allSatisfy { $0 >= 0xff00_0000 }
    }
    if isOpaque { format = .xrgb8888 }
  }
}
