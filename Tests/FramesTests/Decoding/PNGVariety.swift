/// One way of storing a PNG, with what its pixels must look like.
struct PNGVariety: CustomStringConvertible, Sendable {
  var colorType: Int
  var depth: Int
  var isInterlaced: Bool
  var hasTransparency: Bool

  var description: String {
    "type \(colorType), depth \(depth)\(isInterlaced ? ", interlaced" : "")"
      + "\(hasTransparency ? ", tRNS" : "")"
  }

  /// All that the PNG specification allows.
  static let all: [PNGVariety] = {
    let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
    return depths.flatMap { colorType, depths in
      depths.flatMap { depth in
        [false, true].flatMap { isInterlaced in
          (colorType < 4 ? [false, true] : [false]).map { hasTransparency in
            PNGVariety(
              colorType: colorType, depth: depth, isInterlaced: isInterlaced,
              hasTransparency: hasTransparency)
          }
        }
      }
    }
  }()

  // The sample that tRNS makes transparent where it names one.
  private var keyed: Int { (1 << depth) - 1 }

  /// A file of this kind; 9x5 so that every pass of the interlacing is ragged.
  var fixture: PNGFixture {
    var fixture = PNGFixture(width: 9, height: 5, depth: depth, colorType: colorType) { x, y in
      samples(x, y)
    }
    fixture.isInterlaced = isInterlaced
    if colorType == 3 { fixture.palette = (0..<(1 << depth)).flatMap(Self.paletteColor) }
    guard hasTransparency else { return fixture }
    switch colorType {
    case 3: fixture.transparency = (0..<min(2, 1 << depth)).map { Self.paletteAlpha($0) }
    case 0: fixture.transparency = Self.pair(keyed)
    default: fixture.transparency = Self.pair(keyed) + Self.pair(0) + Self.pair(keyed)
    }
    return fixture
  }

  /// The word that a pixel must become over a background.
  func expected(_ x: Int, _ y: Int, on background: (red: Int, green: Int, blue: Int)) -> UInt32 {
    let samples = samples(x, y)
    var color: [Int]
    var alpha = 255
    switch colorType {
    case 3:
      color = Self.paletteColor(samples[0]).map(Int.init)
      if hasTransparency, samples[0] < 2 { alpha = Int(Self.paletteAlpha(samples[0])) }
    case 0, 4:
      color = Array(repeating: scaled(samples[0]), count: 3)
      if colorType == 4 { alpha = scaled(samples[1]) }
      if hasTransparency, samples[0] == keyed { alpha = 0 }
    default:
      color = samples.prefix(3).map(scaled)
      if colorType == 6 { alpha = scaled(samples[3]) }
      if hasTransparency, samples == [keyed, 0, keyed] { alpha = 0 }
    }
    let back = [background.red, background.green, background.blue]
    let channels = zip(color, back).map { front, back in
      UInt32((Double(front * alpha + back * (255 - alpha)) / 255).rounded())
    }
    return 0xff00_0000 | channels[0] << 16 | channels[1] << 8 | channels[2]
  }

  private func samples(_ x: Int, _ y: Int) -> [Int] {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1
    if colorType == 2, x == 4 { return [keyed, 0, keyed] }
    return (0..<channels).map { channel in
      // Odd multipliers reach all values; 16 bits get low bytes that rounding must look at.
      (x * 37 + y * 101 + channel * 59 + x * y * 7) * (depth == 16 ? 997 : 1) & keyed
    }
  }

  private func scaled(_ sample: Int) -> Int { (sample * 510 + keyed) / (2 * keyed) }

  private static func paletteColor(_ index: Int) -> [UInt8] {
    [3, 5, 7].map { UInt8(truncatingIfNeeded: index * $0 * 11 + 20) }
  }

  private static func paletteAlpha(_ index: Int) -> UInt8 { index == 0 ? 0 : 131 }

  private static func pair(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }
}
