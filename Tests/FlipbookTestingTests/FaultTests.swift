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
}
