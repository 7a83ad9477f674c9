/// The built-in font: dots of 5x7, the common one of character displays.
enum Font {
  /// Dots across a glyph.
  static let width = 5
  /// Dots down a glyph.
  static let height = 7
  /// Dots from a glyph to the next.
  static let advance = 6

  /// A glyph's five columns, the leftmost in the highest byte, the top dot in the lowest bit.
  static func glyph(_ character: Character) -> UInt64 {
    guard var code = character.asciiValue else { return unknown }
    if code >= 0x61, code <= 0x7a { code -= 0x20 }
    guard code >= 0x20, code < 0x20 + UInt8(glyphs.count) else { return unknown }
    return glyphs[Int(code) - 0x20]
  }

  private static let unknown = glyphs[0x1f]

  // From space to "_" in ASCII's order.
  private static let glyphs: [UInt64] = [
    0x00_0000_0000, 0x00_005f_0000, 0x00_0700_0700, 0x14_7f14_7f14,  // space ! " #
    0x24_2a7f_2a12, 0x23_1308_6462, 0x36_4956_2050, 0x00_0807_0300,  // $ % & '
    0x00_1c22_4100, 0x00_4122_1c00, 0x2a_1c7f_1c2a, 0x08_083e_0808,  // ( ) * +
    0x00_5030_0000, 0x08_0808_0808, 0x00_6060_0000, 0x20_1008_0402,  // , - . /
    0x3e_5149_453e, 0x00_427f_4000, 0x42_6151_4946, 0x21_4145_4b31,  // 0 1 2 3
    0x18_1412_7f10, 0x27_4545_4539, 0x3c_4a49_4930, 0x01_7109_0503,  // 4 5 6 7
    0x36_4949_4936, 0x06_4949_291e, 0x00_3636_0000, 0x00_5636_0000,  // 8 9 : ;
    0x08_1422_4100, 0x14_1414_1414, 0x00_4122_1408, 0x02_0151_0906,  // < = > ?
    0x32_4979_413e, 0x7e_1111_117e, 0x7f_4949_4936, 0x3e_4141_4122,  // @ A B C
    0x7f_4141_221c, 0x7f_4949_4941, 0x7f_0909_0901, 0x3e_4149_497a,  // D E F G
    0x7f_0808_087f, 0x00_417f_4100, 0x20_4041_3f01, 0x7f_0814_2241,  // H I J K
    0x7f_4040_4040, 0x7f_020c_027f, 0x7f_0408_107f, 0x3e_4141_413e,  // L M N O
    0x7f_0909_0906, 0x3e_4151_215e, 0x7f_0919_2946, 0x46_4949_4931,  // P Q R S
    0x01_017f_0101, 0x3f_4040_403f, 0x1f_2040_201f, 0x3f_4038_403f,  // T U V W
    0x63_1408_1463, 0x07_0870_0807, 0x61_5149_4543, 0x00_7f41_4100,  // X Y Z [
    0x02_0408_1020, 0x00_4141_7f00, 0x04_0201_0204, 0x40_4040_4040,  // \ ] ^ _
  ]
}
