/// A PNG file made byte by byte, so that tests owe nothing to an encoder.
struct PNGFixture {
  var width: Int
  var height: Int
  var depth: Int
  /// 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGB and alpha.
  var colorType: Int
  var isInterlaced = false
  var palette: [UInt8] = []
  var transparency: [UInt8] = []
  /// The samples of the pixel in a column and row, each below `1 << depth`.
  var samples: (_ x: Int, _ y: Int) -> [Int]

  /// The whole file.
  var bytes: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    file += Self.chunk(
      "IHDR",
      Self.bigEndian(width) + Self.bigEndian(height)
        + [UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0])
    if !palette.isEmpty { file += Self.chunk("PLTE", palette) }
    if !transparency.isEmpty { file += Self.chunk("tRNS", transparency) }
    file += Self.chunk("IDAT", Self.stored(rows))
    return file + Self.chunk("IEND", [])
  }

  /// The unfiltered rows, of all passes where there are any.
  private var rows: [UInt8] {
    guard isInterlaced else { return rows(columns: Array(0..<width), lines: Array(0..<height)) }
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    return passes.flatMap { left, top, across, down in
      rows(
        columns: Array(stride(from: left, to: width, by: across)),
        lines: Array(stride(from: top, to: height, by: down)))
    }
  }

  private func rows(columns: [Int], lines: [Int]) -> [UInt8] {
    guard !columns.isEmpty else { return [] }
    return lines.flatMap { y in
      var row: [UInt8] = [0]
      var bits = 0
      var filled = 0
      for sample in columns.flatMap({ samples($0, y) }) {
        bits = bits << depth | sample
        filled += depth
        while filled >= 8 {
          row.append(UInt8(truncatingIfNeeded: bits >> (filled - 8)))
          filled -= 8
        }
      }
      if filled > 0 { row.append(UInt8(truncatingIfNeeded: bits << (8 - filled))) }
      return row
    }
  }

  /// A chunk with its length and checksum.
  static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    return bigEndian(body.count) + named + bigEndian(Int(checksum(named)))
  }

  /// A zlib stream of stored blocks.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(bytes.count, start + 65_535)
      let count = UInt16(end - start)
      stream.append(end == bytes.count ? 1 : 0)
      for word in [count, ~count] {
        stream += [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)]
      }
      stream += bytes[start..<end]
      start = end
    } while start < bytes.count
    var low = 1
    var high = 0
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + bigEndian(high << 16 | low)
  }

  static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? 0xedb8_8320 ^ sum >> 1 : sum >> 1 }
    }
    return ~sum
  }
}
