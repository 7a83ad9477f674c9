import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

/// Mappings that are not to be read.
@Suite struct NoiseTests {
  func card() throws -> (SmallCard, [SmallCard.Drawn]) {
    let card = SmallCard()
    card.device.mappingsReadAsNoise = true
    card.device.checksBuffers = true
    return (card, try [card.picture(), card.picture()])
  }

  /// The colours of the first two pixels, of each picture that reached the screen.
  func watch(_ card: SmallCard) -> Seen {
    let seen = Seen()
    card.device.onScanOut = { picture in
      seen.pixels.append(
        picture.withPixels { bytes in
          [bytes.load(as: UInt32.self), bytes.load(fromByteOffset: 4, as: UInt32.self)]
        })
    }
    return seen
  }

  final class Seen {
    var pixels: [[UInt32]] = []
  }

  @Test func whatIsWrittenIsShownAndWhatIsLeftStays() throws {
    let (card, pictures) = try card()
    let seen = watch(card)
    let memory = try card.device.mapDumbBuffer(pictures[0].buffer)
    for offset in stride(from: 0, to: memory.count, by: 4) {
      memory.storeBytes(of: 0x11_2233, toByteOffset: offset, as: UInt32.self)
    }
    try card.show(pictures[0])
    try card.flip(to: pictures[1])
    _ = try card.nextEvents()
    memory.storeBytes(of: 0x44_5566, toByteOffset: 4, as: UInt32.self)
    try card.flip(to: pictures[0])
    _ = try card.nextEvents()
    #expect(seen.pixels == [[0x11_2233, 0x11_2233], [0, 0], [0x11_2233, 0x44_5566]])
    #expect(card.device.bufferViolations.isEmpty)
    card.device.unmapDumbBuffer(memory)
  }

  @Test func whoReadsShowsNoise() throws {
    let (card, pictures) = try card()
    let seen = watch(card)
    let memory = try card.device.mapDumbBuffer(pictures[0].buffer)
    memory.storeBytes(of: 0x11_2233, toByteOffset: 0, as: UInt32.self)
    try card.show(pictures[0])
    try card.flip(to: pictures[1])
    _ = try card.nextEvents()
    // Moves its own first pixel to the right, as a program that composes in place would.
    let read = memory.load(as: UInt32.self)
    memory.storeBytes(of: read, toByteOffset: 4, as: UInt32.self)
    try card.flip(to: pictures[0])
    _ = try card.nextEvents()
    #expect(read != 0x11_2233)
    #expect(seen.pixels.last == [0x11_2233, read])
    card.device.unmapDumbBuffer(memory)
  }

  @Test func writingWhatIsOnScreenIsFoundAllTheSame() throws {
    let (card, pictures) = try card()
    let memory = try card.device.mapDumbBuffer(pictures[0].buffer)
    try card.show(pictures[0])
    memory.storeBytes(of: 1, toByteOffset: 8, as: UInt32.self)
    #expect(card.device.bufferViolations.map(\.framebuffer) == [pictures[0].framebuffer])
    card.device.unmapDumbBuffer(memory)
  }
}
