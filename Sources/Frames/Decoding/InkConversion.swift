/// Cyan, magenta, yellow and black to red, green and blue, as if inks were filters.
enum InkConversion {
  /// Converts pixels of four inks into screen words, in place.
  static func convert(_ pixels: UnsafeMutableRawBufferPointer, _ inks: PictureHeader.Inks) {
    let words = pixels.assumingMemoryBound(to: UInt32.self)
    // Stored inverted, 255 is no ink: what light is left.
    let flip: UInt32 = inks == .inverted ? 0 : 0xffff_ffff
    for index in 0..<words.count {
      let light = words[index] ^ flip
      let black = light >> 24
      let red = rounded((light & 0xff) &* black)
      let green = rounded((light >> 8 & 0xff) &* black)
      let blue = rounded((light >> 16 & 0xff) &* black)
      words[index] = 0xff00_0000 | red << 16 | green << 8 | blue
    }
  }

  /// Divides a product of two 8-bit numbers by 255, rounded.
  @inline(__always) private static func rounded(_ product: UInt32) -> UInt32 {
    let biased = product &+ 128
    return (biased &+ biased >> 8) >> 8
  }
}
