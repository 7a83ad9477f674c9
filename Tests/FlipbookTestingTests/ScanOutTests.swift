import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

/// What has been on the screen, and what is found of buffers written at the wrong time.
@Suite struct ScanOutTests {
  /// Plays thirty frames, two vblanks each, and gives the record.
  private func played(_ profile: FakeProfile) throws -> [ScanOutRun] {
    let card = SmallCard(profile)
    let pictures = try (0..<3).map { _ in try card.picture() }
    try card.show(pictures[0])
    for frame in 1..<30 {
      card.clock.advance(to: 5_000_000_000 + Int64(frame) * 33_333_333)
      try card.flip(to: pictures[frame % 3], userData: UInt64(frame))
      _ = try card.nextEvents()
    }
    card.clock.advance(by: 33_333_333)
    return card.device.scanOut
  }

  @Test(arguments: FakeProfile.allCases)
  func theSameCallsGiveTheSameRecord(profile: FakeProfile) throws {
    let first = try played(profile)
    #expect(try played(profile) == first)
    #expect(first.map(\.userData).suffix(29) == Array(1...29)[...])
    // Each run ends where the next begins: no vblank is missing or counted twice.
    for (run, next) in zip(first, first.dropFirst()) {
      #expect(run.firstVblank + run.count == next.firstVblank)
    }
  }

  @Test func pausesAndDarknessAreInTheRecord() throws {
    let card = SmallCard { $0.consoleIsLit = false }
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    card.clock.advance(by: 1_000_000_000)
    try card.flip(to: pictures[1], userData: 4)
    _ = try card.nextEvents()
    card.clock.advance(by: 510_000_000)
    try card.device.removeFramebuffer(pictures[1].framebuffer)
    card.clock.advance(by: 100_000_000)
    let record = card.device.scanOut
    #expect(record.map(\.framebuffer) == [pictures[0].framebuffer, pictures[1].framebuffer, 0])
    #expect(record.map(\.count) == [61, 31, 6])
    #expect(record.map(\.time).first == 5_000_000_000)
  }

  @Test func theObserverSeesEachPictureBeforeTheProgramLearnsOfIt() throws {
    let card = SmallCard { $0.pitchPadding = 64 }
    let pictures = try [card.picture(), card.picture(width: 80, height: 60)]
    try card.fill(pictures[0], with: 10)
    try card.fill(pictures[1], with: 20)
    var seen: [(pixel: UInt8, bytes: Int, size: PixelSize, userData: UInt64)] = []
    card.device.onScanOut = { picture in
      let (pixel, bytes) = picture.withPixels { ($0[0], $0.count) }
      seen.append((pixel, bytes, picture.size, picture.userData))
    }
    try card.show(pictures[0])
    try card.flip(to: pictures[1], userData: 8)
    #expect(seen.count == 1)
    _ = try card.nextEvents()
    #expect(seen.map(\.pixel) == [10, 20])
    #expect(seen.map(\.size) == [card.size, card.size], "what is visible, not the framebuffer")
    #expect(seen.map(\.bytes) == [47 * 320 + 256, 47 * 384 + 256])
    #expect(seen.map(\.userData) == [0, 8])
  }

  @Test func aFramebufferLargerThanItsBufferIsLentAsFarAsItGoes() throws {
    let card = SmallCard(.hostCopy)
    let small = try card.device.createDumbBuffer(width: 64, height: 16, bitsPerPixel: 32)
    let framebuffer = try card.device.addFramebuffer(
      size: card.size, format: .xrgb8888, buffer: small)
    var rows = 0
    card.device.onScanOut = { rows = $0.size.height }
    try card.show(SmallCard.Drawn(buffer: small, framebuffer: framebuffer))
    #expect(rows == 16)
  }

  @Test func theRecordKeepsTheLastChanges() throws {
    let card = SmallCard { $0.recordLimit = 10 }
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    for frame in 1...100 {
      try card.flip(to: pictures[frame % 2], userData: UInt64(frame))
      _ = try card.nextEvents()
    }
    #expect(card.device.scanOut.map(\.userData) == Array(90...100))
  }

  @Test func playingByTheRulesIsNoViolation() throws {
    let card = SmallCard { $0.consoleIsLit = false }
    card.device.checksBuffers = true
    let pictures = try (0..<3).map { _ in try card.picture() }
    try card.show(pictures[0])
    for frame in 1..<20 {
      try card.fill(pictures[frame % 3], with: UInt8(frame))
      try card.flip(to: pictures[frame % 3])
      _ = try card.nextEvents()
    }
    #expect(card.device.bufferViolations.isEmpty)
    #expect(Set(card.device.scanOut.map(\.checksum)).count == 20)
  }

  @Test func writingTheFrontIsFound() throws {
    let card = SmallCard()
    card.device.checksBuffers = true
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    try card.flip(to: pictures[1])
    _ = try card.nextEvents()
    try card.fill(pictures[0], with: 1)
    #expect(card.device.bufferViolations.isEmpty, "the old front may be written")
    try card.fill(pictures[1], with: 2)
    try card.flip(to: pictures[0])
    _ = try card.nextEvents()
    let violations = card.device.bufferViolations
    #expect(violations.map(\.framebuffer) == [pictures[1].framebuffer])
    #expect(violations.map(\.wasQueued) == [false])
  }

  @Test func writingAQueuedPictureIsFound() throws {
    let card = SmallCard()
    card.device.checksBuffers = true
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    try card.flip(to: pictures[1])
    try card.fill(pictures[1], with: 2)
    _ = try card.nextEvents()
    let violation = try #require(card.device.bufferViolations.first)
    #expect(violation.framebuffer == pictures[1].framebuffer)
    #expect(violation.wasQueued)
    #expect(violation.description.contains("queued for the screen"))
    #expect(card.device.bufferViolations.count == 1, "once is enough")
  }
}
