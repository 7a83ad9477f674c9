import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

@Suite("A screen's beginning and end")
struct ScreenLeavingTests {
  private func configuration(_ profile: FakeProfile = .vblank) -> FakeDisplayConfiguration {
    FakeDisplayConfiguration(size: PixelSize(width: 16, height: 8), profile: profile)
  }

  private func expectNothingLeft(_ device: FakeKMSDevice) {
    #expect(device.liveBuffers == 0)
    #expect(device.liveFramebuffers == 0)
    #expect(device.liveMappings == 0)
  }

  @Test(
    "puts the console back and frees everything", arguments: FakeProfile.allCases,
    [KMSInterface].both)
  func restores(profile: FakeProfile, interface: KMSInterface) throws {
    let stage = try Stage(configuration(profile), interface)
    let crtc = stage.screen.choice.crtc
    let before = try stage.device.crtc(crtc)
    _ = stage.show(0)
    #expect(try stage.device.crtc(crtc) != before)
    _ = stage.show(1)
    #expect(stage.screen.isFlipPending)
    stage.screen.restore()
    #expect(try stage.device.crtc(crtc) == before)
    expectNothingLeft(stage.device)
    #expect(!stage.screen.isFlipPending)
    #expect(!stage.screen.prepare(stage.picture(1)))
    #expect(stage.device.bufferViolations.isEmpty)
  }

  @Test("leaves the display off where it was off", arguments: [KMSInterface].both)
  func turnsOff(interface: KMSInterface) throws {
    var configuration = configuration()
    configuration.consoleIsLit = false
    let stage = try Stage(configuration, interface)
    _ = stage.show(0)
    stage.screen.restore()
    #expect(try stage.device.crtc(stage.screen.choice.crtc).mode == nil)
    expectNothingLeft(stage.device)
  }

  @Test("changes nothing on a display that was never lit", arguments: [KMSInterface].both)
  func neverLit(interface: KMSInterface) throws {
    let stage = try Stage(configuration(), interface)
    let before = try stage.device.crtc(stage.screen.choice.crtc)
    stage.screen.restore()
    #expect(try stage.device.crtc(stage.screen.choice.crtc) == before)
    expectNothingLeft(stage.device)
  }

  @Test("frees its buffers when dropped")
  func dropped() throws {
    let device = FakeKMSDevice(configuration: configuration(), clock: VirtualClock())
    do {
      let choice = try OutputChoice.choose(
        from: try CardSnapshot(of: device, probing: true), for: OutputRequest())
      let screen = try Screen(
        device: device, choice: choice, format: .xrgb8888, background: .black)
      #expect(screen.size == PixelSize(width: 16, height: 8))
      #expect(device.liveBuffers == 3)
    }
    expectNothingLeft(device)
  }

  @Test(
    "leaves the last picture up, and the display to the next program",
    arguments: [KMSInterface].both, [true, false])
  func left(interface: KMSInterface, isKept: Bool) throws {
    let stage = try Stage(configuration(), interface)
    stage.device.keepsPictures = isKept
    _ = stage.show(200)
    _ = stage.show(201)
    let queued = try stage.device.crtc(stage.screen.choice.crtc).framebuffer
    #expect(stage.screen.leavePicture())
    let left = try stage.device.crtc(stage.screen.choice.crtc).framebuffer
    #expect(left != 0 && left == queued)
    #expect(!stage.device.isMaster)
    #expect(stage.device.liveBuffers == 0 && stage.device.liveMappings == 0)
    // The other program has the one before as well, until it lets go of both.
    #expect(stage.device.liveFramebuffers == (isKept ? 2 : 0))
    #expect(!stage.screen.leavePicture())
  }

  @Test("goes black at once, a flip in flight or not", arguments: [KMSInterface].both)
  func black(interface: KMSInterface) throws {
    let stage = try Stage(configuration(), interface)
    _ = stage.show(200)
    _ = stage.show(201)
    var bytes: [UInt8] = []
    stage.device.onScanOut = { picture in
      picture.withPixels { bytes = Array($0) }
    }
    try stage.screen.black()
    #expect(bytes.count == 16 * 8 * 4)
    // The fourth byte of a pixel is not shown.
    #expect(bytes.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element == 0 })
    #expect(!stage.screen.isFlipPending)
  }

  @Test("names the buffer that there is no memory for, and frees the others", arguments: 1...3)
  func deniedBuffer(number: Int) throws {
    var configuration = configuration()
    configuration.faults.deniedBuffers = [number]
    let device = FakeKMSDevice(configuration: configuration, clock: VirtualClock())
    let choice = try OutputChoice.choose(
      from: try CardSnapshot(of: device, probing: true), for: OutputRequest())
    let error = #expect(throws: DisplayError.self) {
      try Screen(device: device, choice: choice, format: .xrgb8888, background: .black)
    }
    #expect(error?.code == .bufferFailed)
    #expect(error?.errno == .noMemory)
    #expect(error?.message.hasPrefix("Screen buffer \(number) of 3 (16x8 xrgb8888") == true)
    expectNothingLeft(device)
  }

  @Test("says that another program drives the card, and may be tried again")
  func busy() throws {
    var configuration = configuration()
    configuration.masterIsHeldByAnother = true
    for (isPrivileged, code) in [(true, DisplayError.Code.busy), (false, .denied)] {
      configuration.isPrivileged = isPrivileged
      let error = #expect(throws: DisplayError.self) { _ = try Stage(configuration, .automatic) }
      #expect(error?.code == code)
      #expect(error?.isTemporary == true)
      #expect(error?.message.contains("simulated display") == true)
    }
  }

  @Test(
    "gives a lost right back as a temporary error, and keeps the picture",
    arguments: [KMSInterface].both)
  func lostMaster(interface: KMSInterface) throws {
    let stage = try Stage(configuration(), interface)
    _ = stage.show(0)
    try stage.device.dropMaster()
    _ = stage.screen.prepare(stage.picture(1))
    guard case .trouble(.paused(let error)) = stage.screen.show(now: stage.now) else {
      Issue.record("no trouble")
      return
    }
    #expect(error.code == .denied)
    #expect(error.isTemporary == true)
    #expect(stage.screen.isPrepared)
    stage.device.letAnotherTakeMaster()
    guard case .trouble(.paused) = stage.screen.resume(now: stage.now) else {
      Issue.record("taken from another program")
      return
    }
    stage.device.letAnotherDropMaster()
    guard case .shown = stage.screen.resume(now: stage.now) else {
      Issue.record("the picture did not come back")
      return
    }
    #expect(stage.screen.trouble == nil)
    #expect(!stage.screen.isPrepared)
    #expect(stage.show(2) == .submitted)
  }

  @Test("reports a simulated card as a real one")
  func report() throws {
    let device = FakeKMSDevice(configuration: configuration(), clock: VirtualClock())
    let report = DisplayReport(of: device)
    let card = try #require(report.cards.first)
    #expect(card.driverName == "fake")
    #expect(card.hasVblank == true)
    #expect(card.problem == nil)
    #expect(card.formats == [.xrgb8888, .rgb565])
    #expect(card.connectors.map(\.name) == ["Virtual-1"])
    #expect(card.litBy[card.connectors[0].id] == report.chosen?.choice.crtc)
    #expect(report.chosen?.choice.reasons.count == 4)
    var other = configuration(.hostCopy)
    other.masterIsHeldByAnother = true
    let held = DisplayReport(
      of: FakeKMSDevice(configuration: other, clock: VirtualClock())
    ).cards[0]
    #expect(held.hasVblank == false)
    #expect(held.problem?.contains("another program") == true)
  }
}
