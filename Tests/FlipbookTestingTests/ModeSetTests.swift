import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

/// What the kernel answers to mode sets.
@Suite struct ModeSetTests {
  /// A call with one thing changed, and what is answered.
  private func answer(
    _ card: SmallCard, crtc: UInt32? = nil, framebuffer: UInt32? = nil, x: UInt32 = 0,
    y: UInt32 = 0, connectors: [UInt32]? = nil, mode: DisplayMode?
  ) throws -> Errno? {
    let ours = try card.picture().framebuffer
    let crtc = try crtc ?? card.crtc()
    let connectors = try connectors ?? [card.connector()]
    return refusal {
      try card.device.setCRTC(
        crtc, framebuffer: framebuffer ?? ours, x: x, y: y, connectors: connectors, mode: mode)
    }
  }

  @Test(arguments: FakeProfile.allCases)
  func wrongArgumentsAreRefusedByKind(profile: FakeProfile) throws {
    let card = SmallCard(profile)
    let mode = try card.mode()
    var broken = mode
    broken.clock = 0
    var folded = mode
    folded.htotal = folded.hdisplay - 1
    #expect(try answer(card, mode: mode) == nil)
    #expect(try answer(card, crtc: 5, mode: mode) == .notFound)
    #expect(try answer(card, framebuffer: 5, mode: mode) == .notFound)
    #expect(try answer(card, connectors: [5], mode: mode) == .notFound)
    #expect(try answer(card, connectors: [], mode: mode) == .invalidArgument)
    #expect(try answer(card, mode: nil) == .invalidArgument)
    #expect(try answer(card, mode: broken) == .invalidArgument)
    #expect(try answer(card, mode: folded) == .invalidArgument)
    #expect(try answer(card, x: 65_536, mode: mode) == .outOfRange)
    #expect(try answer(card, y: 65_536, mode: mode) == .outOfRange)
    #expect(try answer(card, x: 1, mode: mode) == .noSpace)
    #expect(try answer(card, y: 1, mode: mode) == .noSpace)
  }

  @Test func theFramebufferInPlaceMayBeKept() throws {
    let card = SmallCard { $0.consoleIsLit = false }
    #expect(try answer(card, framebuffer: .max, mode: card.mode()) == .invalidArgument)
    let picture = try card.picture()
    try card.show(picture)
    #expect(try answer(card, framebuffer: .max, mode: card.mode()) == nil)
    #expect(try card.device.crtc(card.crtc()).framebuffer == picture.framebuffer)
  }

  @Test func anUnlistedButSaneModeIsTakenAndKeepsTheRateItSays() throws {
    let card = SmallCard()
    var mode = try card.mode()
    mode.clock /= 2
    let picture = try card.picture()
    try card.device.setCRTC(
      card.crtc(), framebuffer: picture.framebuffer, x: 0, y: 0, connectors: [card.connector()],
      mode: mode)
    let start = card.clock.now
    try card.flip(to: picture)
    #expect(try card.nextEvents().count == 1)
    #expect(abs(card.clock.now - start - 33_333_333) < 2)
  }

  @Test func aCRTCThatCannotFeedTheConnectorIsInvalid() throws {
    let card = SmallCard {
      $0.crtcCount = 2
      $0.outputs[0].possibleCRTCs = 0b10
    }
    let mode = try card.mode()
    #expect(try answer(card, crtc: card.crtc(0), mode: mode) == .invalidArgument)
    #expect(try answer(card, crtc: card.crtc(1), mode: mode) == nil)
    let encoder = try card.device.encoder(card.device.resources().encoders[0])
    #expect(encoder.possibleCRTCs == 0b10)
    #expect(try encoder.currentCRTC == card.crtc(1))
  }

  @Test func aDisconnectedConnectorIsDrivenAllTheSame() throws {
    let mode = try SmallCard().mode()
    let card = SmallCard { $0.outputs[0].status = .disconnected }
    let connector = try card.device.connector(card.connector(), probing: true)
    #expect(connector.status == .disconnected && connector.modes.isEmpty)
    #expect(try answer(card, mode: mode) == nil)
  }

  @Test(arguments: FakeProfile.allCases)
  func turningOffLeavesNothing(profile: FakeProfile) throws {
    let card = SmallCard(profile)
    try card.show(card.picture())
    try card.turnOff()
    let state = try card.device.crtc(card.crtc())
    #expect(state.framebuffer == 0 && state.mode == nil)
  }

  @Test(arguments: FakeProfile.allCases)
  func aModeSetWaitsForThePendingFlipWhoseEventComes(profile: FakeProfile) throws {
    let card = SmallCard(profile)
    let pictures = try [card.picture(), card.picture(), card.picture()]
    try card.show(pictures[0])
    card.clock.advance(by: 1_000_000)
    try card.flip(to: pictures[1], userData: 3)
    let due = try #require(card.device.nextEventTime)
    #expect(card.clock.now < due)
    try card.show(pictures[2])
    #expect(card.clock.now == due)
    #expect(try card.device.readEvents().map(\.userData) == [3])
    #expect(try card.device.crtc(card.crtc()).framebuffer == pictures[2].framebuffer)
  }

  @Test func theConsoleComesBackWhenItsFramebufferIsNamed() throws {
    let card = SmallCard()
    let before = try card.device.crtc(card.crtc())
    #expect(before.framebuffer != 0)
    #expect(before.mode == (try card.mode()))
    try card.show(card.picture())
    try card.device.setCRTC(
      card.crtc(), framebuffer: before.framebuffer, x: before.x, y: before.y,
      connectors: [card.connector()], mode: before.mode)
    #expect(try card.device.crtc(card.crtc()) == before)
    #expect(
      refusal { try card.device.removeFramebuffer(before.framebuffer) } == .notFound,
      "it is not ours to remove")
  }

  @Test func aConnectorTakenByAnotherCRTCLeavesTheFirstDark() throws {
    let card = SmallCard { $0.crtcCount = 2 }
    let picture = try card.picture()
    try card.show(picture)
    #expect(try answer(card, crtc: card.crtc(1), mode: card.mode()) == nil)
    #expect(try card.device.crtc(card.crtc(0)).mode == nil)
  }
}
