extension Bitmap {
  /// Makes a bitmap of `argb8888` one of `xrgb8888` where every pixel is opaque; its bytes stay.
  ///
  /// Looking ends soon after the first pixel that is not.
  public mutating func forgetNeedlessAlpha() {
    guard format == .argb8888 else { return }
    let isOpaque = withBytes { bytes in
      let words = bytes.assumingMemoryBound(to: UInt32.self)
      var place = 0
      while place < words.count {
        let end = min(place + 4096, words.count)
        // What all have in common, without a branch for each: many words go in one step.
        var common = UInt32.max
        for index in place..<end { common &= words[index] }
        if common < 0xff00_0000 { return false }
        place = end
      }
      return true
    }
    if isOpaque { format = .xrgb8888 }
  }
}
