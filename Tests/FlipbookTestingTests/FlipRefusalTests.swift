import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

/// What the kernel answers to page flips that it does not grant.
@Suite struct FlipRefusalTests {
  @Test(arguments: FakeProfile.allCases)
  func aSecondFlipIsRefusedUntilTheFirstIsDone(profile: FakeProfile) throws {
    let card = SmallCard(profile)
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    try card.flip(to: pictures[1], userData: 7)
    #expect(refusal { try card.flip(to: pictures[0]) } == .busy)
    #expect(try card.device.readEvents().isEmpty)
    #expect(try card.nextEvents().map(\.userData) == [7])
    #expect(refusal { try card.flip(to: pictures[0]) } == nil)
  }

  @Test(arguments: FakeProfile.allCases)
  func noFlipBeforeAModeIsSet(profile: FakeProfile) throws {
    let card = SmallCard(profile) { $0.consoleIsLit = false }
    let picture = try card.picture()
    #expect(refusal { try card.flip(to: picture) } == .busy)
    try card.show(picture)
    #expect(refusal { try card.flip(to: picture) } == nil)
    try card.turnOff()
    #expect(refusal { try card.flip(to: picture) } == .busy)
  }

  @Test(arguments: FakeProfile.allCases)
  func aFlipStraightFromTheConsoleIsGranted(profile: FakeProfile) throws {
    let card = SmallCard(profile)
    let picture = try card.picture()
    #expect(refusal { try card.flip(to: picture) } == nil)
    #expect(try card.nextEvents().count == 1)
  }

  @Test(arguments: FakeProfile.allCases)
  func wrongNumbersAreNotFound(profile: FakeProfile) throws {
    let card = SmallCard(profile)
    let picture = try card.picture()
    try card.show(picture)
    let device = card.device
    let crtc = try card.crtc()
    #expect(
      refusal { try device.pageFlip(crtc: 4, framebuffer: picture.framebuffer, userData: 0) }
        == .notFound)
    #expect(
      refusal { try device.pageFlip(crtc: crtc, framebuffer: 9999, userData: 0) } == .notFound)
  }

  @Test(arguments: FakeProfile.allCases)
  func aSmallerFramebufferHasNoSpaceAndALargerIsTaken(profile: FakeProfile) throws {
    let card = SmallCard(profile)
    try card.show(card.picture())
    let narrow = try card.picture(width: 63)
    let low = try card.picture(height: 47)
    let large = try card.picture(width: 80, height: 60)
    #expect(refusal { try card.flip(to: narrow) } == .noSpace)
    #expect(refusal { try card.flip(to: low) } == .noSpace)
    #expect(refusal { try card.flip(to: large) } == nil)
  }

  @Test func anotherFormatIsInvalid() throws {
    let card = SmallCard(.vblank)
    try card.show(card.picture())
    let other = try card.picture(format: .rgb565)
    #expect(refusal { try card.flip(to: other) } == .invalidArgument)
    #expect(refusal { try card.show(other) } == nil)
  }

  @Test func theSamePictureAgainCostsAVblank() throws {
    let card = SmallCard()
    let picture = try card.picture()
    try card.show(picture)
    try card.flip(to: picture)
    #expect(try card.nextEvents().count == 1)
  }

  @Test(arguments: FakeProfile.allCases)
  func theEventAfter128UnreadOnesHasNoMemory(profile: FakeProfile) throws {
    let card = SmallCard(profile)
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    for index in 0..<128 {
      try card.flip(to: pictures[(index + 1) % 2], userData: UInt64(index))
      card.clock.advance(by: 50_000_000)
    }
    #expect(refusal { try card.flip(to: pictures[0]) } == .noMemory)
    #expect(try card.device.readEvents().map(\.userData) == Array(0..<128))
    #expect(refusal { try card.flip(to: pictures[0]) } == nil)
  }

  @Test(arguments: FakeProfile.allCases)
  func whoIsNotMasterIsDeniedBeforeAnythingElseIsLookedAt(profile: FakeProfile) throws {
    let card = SmallCard(profile)
    let picture = try card.picture()
    try card.show(picture)
    try card.flip(to: picture)
    try card.device.dropMaster()
    #expect(
      refusal { try card.device.pageFlip(crtc: 4, framebuffer: 4, userData: 0) } == .accessDenied)
    #expect(refusal { try card.turnOff() } == .accessDenied)
    #expect(try card.nextEvents().count == 1, "the pending flip still comes")
    #expect(try card.device.crtc(card.crtc()).framebuffer == picture.framebuffer)
    _ = try card.picture()
  }
}
