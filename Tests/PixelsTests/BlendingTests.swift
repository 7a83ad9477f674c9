import Pixels
import Testing

@Suite struct BlendingTests {
  @Test func everyAlphaOverEveryGrayIsRoundedExactly() {
    // Premultiplied black over gray: what the background leaves, for all 65,536 pairs.
    let alphas = Bitmap.of((0..<256).map { UInt32($0) << 24 }, width: 256, format: .argb8888)
    for gray in 0...255 {
      let level = UInt8(gray)
      let blended = alphas.blended(on: Color(red: level, green: level, blue: level)).words
      for (alpha, word) in blended.enumerated() {
        let exact = UInt32((Double(gray * (255 - alpha)) / 255).rounded())
        #expect(word == 0xff00_0000 | exact * 0x010101)
      }
    }
  }

  @Test func colourAndBackgroundAddUp() {
    let bitmap = Bitmap.of(
      [0x0000_0000, 0xff12_3456, 0x8040_2010], width: 3, format: .argb8888)
    let blended = bitmap.blended(on: Color(red: 200, green: 100, blue: 50))
    #expect(blended.format == .xrgb8888)
    // 127 / 255 of 200, 100 and 50 are 99.6, 49.8 and 24.9.
    #expect(blended.words == [0xffc8_6432, 0xff12_3456, 0xffa4_5229])
  }
}
