extension Bitmap {
  /// Makes an opaque `xrgb8888` bitmap of this premultiplied one over a colour.
  ///
  /// Each channel is `source + round(background * (255 - alpha) / 255)`, exactly.
  public borrowing func blended(on background: Color, pool: BitmapPool? = nil) -> Bitmap {
    precondition(format == .argb8888, "only pixels with alpha are blended")
    var result = Bitmap(size: size, format: .xrgb8888, pool: pool)
    let backRedBlue = UInt32(background.red) << 16 | UInt32(background.blue)
    let backGreen = UInt32(background.green)
    withBytes { from in
      result.withMutableBytes { to in
        let from = from.assumingMemoryBound(to: UInt32.self)
        let to = to.assumingMemoryBound(to: UInt32.self)
        for index in 0..<from.count {
          let word = from[index]
          let rest = 255 - word >> 24
          let redBlue = addPair(word & 0x00ff_00ff, dividePair(backRedBlue &* rest))
          let green = addPair(word >> 8 & 0xff, dividePair(backGreen &* rest))
          to[index] = 0xff00_0000 | redBlue | green << 8
        }
      }
    }
    return result
  }
}

/// Divides two products of 8-bit numbers, 16 bits apart in a word, by 255, each rounded exactly.
@inline(__always) private func dividePair(_ pair: UInt32) -> UInt32 {
  let biased = pair &+ 0x0080_0080
  return (biased &+ (biased >> 8 & 0x00ff_00ff)) >> 8 & 0x00ff_00ff
}

/// Adds two pairs of channels; a sum above 255, which premultiplied colours never give, is held.
@inline(__always) private func addPair(_ first: UInt32, _ second: UInt32) -> UInt32 {
  let sum = first &+ second
  let over = (sum >> 8 & 0x0001_0001) &* 0xff
  return (sum | over) & 0x00ff_00ff
}
