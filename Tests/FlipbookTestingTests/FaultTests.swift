import FlipbookTesting
import KMS
import Linux
import Testing

/// Misbehaviour on request.
@Suite struct FaultTests {
  @Test func aFlipIsRefusedAlthoughNoneIsPending() throws {
    let card = SmallCard { $0.faults.busyFlips = [2] }
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    try card.flip(to: pictures[1])
    _ = try card.nextEvents()
    #expect(refusal { try card.flip(to: pictures[0]) } == .busy)
    #expect(card.device.nextEventTime == nil)
    #expect(refusal { try card.flip(to: pictures[0]) } == nil)
  }

  @Test func aLostEventNeverComesAlthoughItsPictureDoes() throws {
    let card = SmallCard { $0.faults.lostEvents = [1] }
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    try card.flip(to: pictures[1])
    #expect(card.device.nextEventTime == nil)
    card.clock.advance(by: 2_000_000_000)
    #expect(try card.device.readEvents().isEmpty)
    #expect(card.device.scanOut.last?.framebuffer == pictures[1].framebuffer)
    try card.flip(to: pictures[0], userData: 9)
    #expect(try card.nextEvents().map(\.userData) == [9])
  }

  @Test(arguments: FakeProfile.allCases)
  func aLateFlipTakesSoManyVblanksMore(profile: FakeProfile) throws {
    let card = SmallCard(profile) { $0.faults.lateFlips = [1: 3] }
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    let start = card.clock.now
    try card.flip(to: pictures[1])
    _ = try card.nextEvents()
    let took = card.clock.now - start
    let expected: Int64 = profile == .vblank ? 4 * 16_666_666 : 3 * 16_666_666 + 1_000_000
    #expect(abs(took - expected) < 20_000)
  }

  @Test func theFirstEventAfterAModeSetMayBeStale() throws {
    let card = SmallCard {
      $0.faults.staleFirstTimestamp = true
      $0.consoleIsLit = false
    }
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    let set = card.clock.now
    try card.flip(to: pictures[1])
    let stale = try #require(try card.nextEvents().first)
    #expect(stale.timestamp == set - 40_000_000)
    try card.flip(to: pictures[0])
    let sound = try #require(try card.nextEvents().first)
    #expect(sound.timestamp > set)
    #expect(sound.sequence == stale.sequence + 3)
  }

  @Test func faultsMayBeAddedWhileTheCardRuns() throws {
    let card = SmallCard()
    try card.show(card.picture())
    card.device.faults.busyFlips = [card.device.flips + 1]
    let picture = try card.picture()
    #expect(refusal { try card.flip(to: picture) } == .busy)
  }

  @Test func aShareOfFlipsIsRefusedTheSameForOneSeed() throws {
    func answers(seed: UInt64) throws -> [Bool] {
      let card = SmallCard {
        $0.faults.busyRate = 30
        $0.faults.seed = seed
      }
      let pictures = try [card.picture(), card.picture()]
      try card.show(pictures[0])
      return try (0..<400).map { turn in
        let answer = refusal { try card.flip(to: pictures[turn % 2]) }
        #expect(answer == nil || answer == .busy)
        _ = try card.nextEvents()
        return answer == .busy
      }
    }
    let first = try answers(seed: 1)
    #expect((80...160).contains(first.count { $0 }))
    #expect(try answers(seed: 1) == first)
    #expect(try answers(seed: 2) != first)
  }

  @Test func aFlipThatHasNoMemoryIsNotQueued() throws {
    let card = SmallCard { $0.faults.deniedFlips = [1] }
    let picture = try card.picture()
    try card.show(picture)
    #expect(refusal { try card.flip(to: picture) } == .noMemory)
    #expect(card.device.nextEventTime == nil)
    #expect(refusal { try card.flip(to: picture) } == nil)
  }

  @Test func aCallThatIsInterruptedAgainAndAgainTakesTime() throws {
    let card = SmallCard { $0.faults.slowFlips = [1: 40_000_000] }
    let picture = try card.picture()
    try card.show(picture)
    let start = card.clock.now
    try card.flip(to: picture)
    #expect(card.clock.now == start + 40_000_000)
    #expect(try card.nextEvents().count == 1)
  }

  @Test func numbersJumpAndTimesAreMissing() throws {
    let card = SmallCard {
      $0.faults.sequenceJumps = [2: 1000]
      $0.faults.zeroTimestamps = true
    }
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    try card.flip(to: pictures[1])
    let first = try #require(try card.nextEvents().first)
    try card.flip(to: pictures[0])
    let second = try #require(try card.nextEvents().first)
    #expect(second.sequence == first.sequence + 1001)
    #expect(first.timestamp == 0 && second.timestamp == 0)
    // What was on screen is counted by the display, not by what it says.
    #expect(card.device.scanOut.last(where: { $0.count == 1 }) != nil)
    let told = try card.device.vblank(crtc: card.crtc())
    #expect(UInt32(told.sequence) == second.sequence)
  }

  @Test func aBufferWithNothingBehindItCannotBeMapped() throws {
    let card = SmallCard { $0.faults.untouchableBuffers = [2] }
    let buffers = try (0..<2).map { _ in
      try card.device.createDumbBuffer(width: 8, height: 8, bitsPerPixel: 32)
    }
    card.device.unmapDumbBuffer(try card.device.mapDumbBuffer(buffers[0]))
    #expect(refusal { _ = try card.device.mapDumbBuffer(buffers[1]) } == .noMemory)
    #expect(card.device.liveMappings == 0)
  }

  @Test func aCardThatOnlyRendersHasNoDumbBuffers() throws {
    let card = SmallCard { $0.hasDumbBuffers = false }
    #expect(!card.device.hasDumbBuffers)
    #expect(
      refusal { _ = try card.device.createDumbBuffer(width: 8, height: 8, bitsPerPixel: 32) }
        == .notImplemented)
  }
}
