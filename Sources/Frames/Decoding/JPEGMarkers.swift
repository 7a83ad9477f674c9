/// What a JPEG's markers say that TurboJPEG does not tell: how it is stored.
struct JPEGMarkers: Hashable {
  /// Whether it is stored in passes of growing detail.
  var isProgressive = false
  /// Whether the decoder must keep all coefficients: progressive, or a scan a component.
  var keepsCoefficients = false
  /// Bytes of all coefficients, two each.
  var coefficientBytes = 0
  /// Whether Adobe wrote it, whose inks are stored inverted.
  var isAdobe = false

  /// Walks the markers up to the first scan; stops where the bytes end or make no sense.
  init(_ bytes: UnsafeRawBufferPointer) {
    var components = 0
    var index = 2
    while index + 4 <= bytes.count, bytes[index] == 0xff {
      let marker = bytes[index + 1]
      if marker == 0xff {
        index += 1
        continue
      }
      let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
      guard length >= 2, index + 2 + length <= bytes.count else { return }
      let body = UnsafeRawBufferPointer(
        rebasing: bytes[(index + 4)..<(index + 2 + length)])
      switch marker {
      case 0xc4, 0xc8, 0xcc: break  // tables and arithmetic conditions among the frame markers
      case 0xc0...0xcf:
        isProgressive = marker & 3 == 2
        components = readFrame(body)
      case 0xee: isAdobe = body.count >= 12 && body.starts(with: "Adobe".utf8)
      case 0xda:
        keepsCoefficients = isProgressive || (body.first.map(Int.init) ?? 0) < components
        return
      default: break
      }
      index += 2 + length
    }
  }

  /// Reads a frame's size and sampling factors; answers its number of components.
  private mutating func readFrame(_ body: UnsafeRawBufferPointer) -> Int {
    guard body.count >= 6 else { return 0 }
    let height = Int(body[1]) << 8 | Int(body[2])
    let width = Int(body[3]) << 8 | Int(body[4])
    let components = Int(body[5])
    guard body.count >= 6 + 3 * components else { return components }
    let factors = (0..<components).map { index in
      let byte = body[6 + 3 * index + 1]
      return (across: Int(byte >> 4), down: Int(byte & 15))
    }
    let across = max(1, factors.map(\.across).max() ?? 1)
    let down = max(1, factors.map(\.down).max() ?? 1)
    let columns = (width + 8 * across - 1) / (8 * across)
    let rows = (height + 8 * down - 1) / (8 * down)
    let blocks = factors.reduce(0) { $0 + $1.across * $1.down }
    coefficientBytes = columns * rows * blocks * 64 * 2
    return components
  }
}
