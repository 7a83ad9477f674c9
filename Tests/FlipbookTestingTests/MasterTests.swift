import FlipbookTesting
import KMS
import Linux
import Testing

/// Who may set modes.
@Suite struct MasterTests {
  @Test func theFirstToOpenIsMasterAndMayDropAndSetIt() throws {
    let card = SmallCard { $0.isPrivileged = false }
    #expect(card.device.isMaster)
    #expect(refusal { try card.device.setMaster() } == nil, "asking twice is granted")
    try card.device.dropMaster()
    #expect(!card.device.isMaster)
    #expect(refusal { try card.device.dropMaster() } == .invalidArgument)
    try card.device.setMaster()
    #expect(card.device.isMaster)
  }

  @Test(arguments: [
    (true, Errno.busy, Errno.invalidArgument), (false, .accessDenied, .accessDenied),
  ])
  func aMasterElsewhere(isPrivileged: Bool, set: Errno, drop: Errno) throws {
    let card = SmallCard {
      $0.masterIsHeldByAnother = true
      $0.isPrivileged = isPrivileged
    }
    #expect(!card.device.isMaster)
    #expect(refusal { try card.device.setMaster() } == set)
    #expect(refusal { try card.device.dropMaster() } == drop)
    card.device.letAnotherDropMaster()
    #expect(refusal { try card.device.setMaster() } == (isPrivileged ? nil : .accessDenied))
  }

  @Test func aBusyMasterLetsGoAfterSoManyAttempts() throws {
    let card = SmallCard {
      $0.faults.busyMasterAttempts = 2
    }
    try card.device.dropMaster()
    #expect(refusal { try card.device.setMaster() } == .busy)
    #expect(refusal { try card.device.setMaster() } == .busy)
    #expect(refusal { try card.device.setMaster() } == nil)
  }

  @Test func whenAnotherHasClearedTheScreenAFlipIsBusyUntilAModeIsSet() throws {
    let card = SmallCard()
    let picture = try card.picture()
    try card.show(picture)
    card.device.letAnotherTakeMaster(clearsScreen: true)
    #expect(refusal { try card.flip(to: picture) } == .accessDenied)
    card.device.letAnotherDropMaster()
    try card.device.setMaster()
    #expect(refusal { try card.flip(to: picture) } == .busy)
    try card.show(picture)
    #expect(refusal { try card.flip(to: picture) } == nil)
  }
}
