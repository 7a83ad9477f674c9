import Testing

@testable import KMS

@Suite("Events of a card's descriptor")
struct FlipEventTests {
  /// The bytes of an event as the kernel writes it.
  private func bytes(
    type: UInt32 = 2, length: UInt32 = 32, userData: UInt64 = 0, seconds: UInt32 = 0,
    microseconds: UInt32 = 0, sequence: UInt32 = 0, crtc: UInt32 = 0
  ) -> [UInt8] {
    var words: [UInt32] = [
      type, length, UInt32(truncatingIfNeeded: userData), UInt32(userData >> 32), seconds,
      microseconds, sequence, crtc,
    ]
    while words.count * 4 < Int(length) { words.append(0xdead_beef) }
    return words.prefix(Int(length) / 4).flatMap { word in
      withUnsafeBytes(of: word.littleEndian) { Array($0) }
    }
  }

  private func parse(_ bytes: [UInt8]) -> [FlipEvent] {
    bytes.withUnsafeBytes { FlipEvent.parse($0) }
  }

  private let first = FlipEvent(
    crtc: 40, sequence: .max, timestamp: 4_000_000_000_999_999_000,
    userData: 0x1234_5678_9abc_def0)

  private var firstBytes: [UInt8] {
    bytes(
      userData: 0x1234_5678_9abc_def0, seconds: 4_000_000_000, microseconds: 999_999,
      sequence: .max, crtc: 40)
  }

  @Test("are read one and all")
  func several() {
    #expect(parse([]) == [])
    #expect(parse(firstBytes) == [first])
    #expect(parse(firstBytes + firstBytes) == [first, first])
  }

  @Test("are passed over where they are of no known type, by their length")
  func unknown() {
    let other = bytes(type: 3, length: 40)
    #expect(parse(bytes(type: 1) + other + firstBytes + other) == [first])
    #expect(parse(bytes(type: 2, length: 16) + firstBytes) == [first])
  }

  @Test("that are cut off or say an impossible length end the reading")
  func broken() {
    for count in 0..<32 { #expect(parse(Array(firstBytes.prefix(count))) == []) }
    #expect(parse(firstBytes + firstBytes.prefix(20)) == [first])
    var impossible = bytes()
    impossible.replaceSubrange(4..<8, with: [0, 0, 0, 0])
    #expect(parse(firstBytes + impossible + firstBytes) == [first])
  }
}

@Suite("A connector's name")
struct ConnectorNameTests {
  @Test(
    "is the kernel's",
    arguments: [
      (UInt32(11), "HDMI-A-1"), (14, "eDP-1"), (16, "DSI-1"), (17, "DPI-1"), (15, "Virtual-1"),
      (18, "Writeback-1"), (19, "SPI-1"), (20, "USB-1"), (10, "DP-1"), (1, "VGA-1"),
      (99, "Unknown-1"),
    ])
  func name(type: UInt32, expected: String) {
    #expect(ConnectorName.name(type: type, index: 1) == expected)
  }
}
