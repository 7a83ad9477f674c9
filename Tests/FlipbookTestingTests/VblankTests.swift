import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

/// When vblanks are, and what events tell of them.
@Suite struct VblankTests {
  static let rates: [FakeRefreshRate] = [
    FakeRefreshRate(60), FakeRefreshRate(60_000, per: 1001), FakeRefreshRate(50),
    FakeRefreshRate(30), FakeRefreshRate(24_000, per: 1001), FakeRefreshRate(1, per: 100),
  ]

  @Test(arguments: rates)
  func noVblankDriftsInAMonth(rate: FakeRefreshRate) throws {
    let card = SmallCard(refresh: rate)
    let picture = try card.picture()
    try card.show(picture)
    let crtc = try card.crtc()
    let start = try card.device.vblank(crtc: crtc)
    let month: Int64 = 30 * 86_400 * 1_000_000_000
    for step in 1...200 {
      // The number that the exact fraction gives, reckoned here in whole and remaining seconds.
      card.clock.advance(to: start.timestamp + month / 200 * Int64(step) + 1)
      let sample = try card.device.vblank(crtc: crtc)
      let index = Int(sample.sequence - start.sequence)
      let cycles = index / rate.numerator
      let rest = index % rate.numerator
      let exact =
        Int64(cycles * rate.denominator) * 1_000_000_000
        + Int64(rest) * 1_000_000_000 * Int64(rate.denominator) / Int64(rate.numerator)
      #expect(sample.timestamp - start.timestamp == exact)
      let age = card.clock.now - sample.timestamp
      #expect(age >= 0 && Double(age) <= 1e9 / rate.hertz + 1)
    }
  }

  @Test(arguments: rates)
  func theModeSaysWhatTheDisplayKeeps(rate: FakeRefreshRate) throws {
    for size in [
      PixelSize(width: 64, height: 48), PixelSize(width: 1920, height: 1080),
      PixelSize(width: 800, height: 600), PixelSize(width: 3840, height: 2160),
    ] {
      let timing = FakeMode(size, refresh: rate).timing
      #expect(
        Int(timing.clock) * 1000 * rate.denominator
          == rate.numerator * Int(timing.htotal) * Int(timing.vtotal), "\(size) at \(rate)")
    }
  }

  @Test func aFlipIsDoneAtTheNextVblankAndTellsItInMicroseconds() throws {
    let card = SmallCard(refresh: FakeRefreshRate(60_000, per: 1001))
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    for turn in 1...50 {
      let before = try card.device.vblank(crtc: card.crtc())
      try card.flip(to: pictures[turn % 2], userData: UInt64(turn))
      let event = try #require(try card.nextEvents().first)
      let after = try card.device.vblank(crtc: card.crtc())
      #expect(after.sequence == before.sequence + 1)
      #expect(event.sequence == UInt32(after.sequence))
      #expect(event.timestamp == after.timestamp / 1000 * 1000)
      #expect(event.crtc == (try card.crtc()))
      #expect(event.userData == UInt64(turn))
    }
  }

  @Test func theCountRunsWhileNothingHappensAndWraps() throws {
    let card = SmallCard { $0.firstSequence = UInt64(UInt32.max) - 2 }
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    try card.flip(to: pictures[1])
    #expect(try card.nextEvents().map(\.sequence) == [UInt32.max - 1])
    card.clock.advance(by: 100_000_000)
    #expect(card.device.nextEventTime == nil, "holding a picture wakes nobody")
    try card.flip(to: pictures[0])
    #expect(try card.nextEvents().map(\.sequence) == [5])
    #expect(try card.device.vblank(crtc: card.crtc()).sequence == UInt64(UInt32.max) + 6)
  }

  @Test(arguments: [FakeProfile.noVblank, .hostCopy])
  func withoutVblankAFlipIsDoneAtOnceWithNumber0(profile: FakeProfile) throws {
    let card = SmallCard(profile)
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    card.clock.advance(by: 3_141_592)
    let asked = card.clock.now
    try card.flip(to: pictures[1])
    let event = try #require(try card.nextEvents().first)
    #expect(event.sequence == 0)
    #expect(card.clock.now - asked == 1_000_000)
    #expect(event.timestamp == card.clock.now / 1000 * 1000)
    #expect(refusal { _ = try card.device.vblank(crtc: card.crtc()) } == .notSupported)
  }

  @Test func thePresentVblankNeedsACRTCThatIsOn() throws {
    let card = SmallCard()
    #expect(refusal { _ = try card.device.vblank(crtc: 5) } == .notFound)
    try card.turnOff()
    #expect(refusal { _ = try card.device.vblank(crtc: card.crtc()) } == .invalidArgument)
  }

  @Test func settingTheSameModeAgainDoesNotMoveTheVblanks() throws {
    let card = SmallCard()
    let picture = try card.picture()
    try card.show(picture)
    let before = try card.device.vblank(crtc: card.crtc())
    card.clock.advance(by: 5_000_000)
    try card.show(picture)
    #expect(try card.device.vblank(crtc: card.crtc()) == before)
  }

  @Test func numbersGoOnAfterTheScreenWasOff() throws {
    let card = SmallCard()
    let picture = try card.picture()
    try card.show(picture)
    card.clock.advance(by: 1_000_000_000)
    let before = try card.device.vblank(crtc: card.crtc()).sequence
    try card.turnOff()
    card.clock.advance(by: 1_000_000_000)
    try card.show(picture)
    #expect(try card.device.vblank(crtc: card.crtc()).sequence == before + 1)
  }
}
