import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

@Suite("A card that several screens share")
struct SharedCardTests {
  @Test(
    "each screen gets the events of its own CRTC, whoever reads first",
    arguments: FakeProfile.allCases, [KMSInterface].both)
  func events(profile: FakeProfile, interface: KMSInterface) throws {
    let wall = try Wall(Wall.configuration(profile), interface)
    #expect(wall.light())
    var shown = [0, 0]
    var turn = 0
    let end = wall.now + 1_000_000_000
    while wall.now < end {
      for (index, screen) in wall.screens.enumerated() where !screen.isFlipPending {
        // What has no vblank is paced by who shows pictures: one a refresh.
        guard wall.now >= screen.submissionTime(forVblank: Int64(shown[index] + 1)) else {
          continue
        }
        #expect(wall.show(UInt8(turn & 0xFF), on: screen) == .submitted)
      }
      let events = wall.screens.compactMap(\.nextEventTime)
      let submissions = wall.screens.enumerated().filter { !$0.element.isFlipPending }.map {
        $0.element.submissionTime(forVblank: Int64(shown[$0.offset] + 1))
      }
      guard let next = (events + submissions).filter({ $0 > wall.now }).min() else {
        Issue.record("nothing to wait for")
        return
      }
      wall.clock.advance(to: next)
      // In turn, the screen whose event it is reads first, or the other one.
      turn += 1
      for index in turn.isMultiple(of: 2) ? [0, 1] : [1, 0] {
        let done = wall.screens[index].handleEvents(now: wall.now)
        shown[index] += done.count
        if done.isEmpty { continue }
        #expect(done.count == 1)
      }
    }
    // A second of 60 Hz and one of 50 Hz, none lost and none double.
    #expect(abs(shown[0] - 60) <= 2 && abs(shown[1] - 50) <= 2, "\(shown)")
    for (screen, hertz) in zip(wall.screens, [60.0, 50.0]) {
      #expect(screen.statistics.staleEvents == 0)
      #expect(screen.statistics.refusals.isEmpty)
      #expect(abs(1e9 / screen.period - hertz) < 0.1)
      #expect(
        screen.statistics.completedFlips == screen.statistics.flips - (screen.isFlipPending ? 1 : 0)
      )
    }
    #expect(wall.device.bufferViolations.isEmpty)
  }

  @Test("tells when one screen has read events of another, and only then") func kept() throws {
    let wall = try Wall(Wall.configuration(.noVblank), .atomic)
    #expect(wall.light())
    var told = 0
    wall.card.onKept = { told += 1 }
    _ = wall.show(1, on: wall.screens[0])
    wall.clock.advance(by: 20_000_000)
    #expect(wall.screens[0].handleEvents(now: wall.now).count == 1 && told == 0)
    _ = wall.show(2, on: wall.screens[1])
    wall.clock.advance(by: 20_000_000)
    #expect(wall.screens[0].handleEvents(now: wall.now).isEmpty && told == 1)
    #expect(wall.screens[1].handleEvents(now: wall.now).count == 1 && told == 1)
  }

  @Test(
    "a screen whose flip is never done is mended alone, and the other goes on",
    arguments: FakeProfile.allCases, [KMSInterface].both)
  func stuck(profile: FakeProfile, interface: KMSInterface) throws {
    var configuration = Wall.configuration(profile)
    // The first flip is the one that is lost, not the one that takes a console over.
    configuration.consoleIsLit = false
    let wall = try Wall(configuration, interface)
    #expect(wall.light())
    wall.device.faults.lostEvents = [1]
    #expect(wall.show(2, on: wall.screens[0]) == .submitted)
    let deadline = try #require(wall.screens[0].watchdogDeadline)
    var pictures = 0
    while wall.now < deadline {
      guard wall.screens[1].isFlipPending else {
        #expect(wall.show(3, on: wall.screens[1]) == .submitted)
        continue
      }
      wall.clock.advance(to: try #require(wall.screens[1].nextEventTime))
      #expect(wall.screens[0].handleEvents(now: wall.now).isEmpty)
      pictures += wall.screens[1].handleEvents(now: wall.now).count
    }
    #expect(pictures >= 10)
    #expect(wall.screens[0].isFlipPending)
    let recovered = wall.screens[0].handleWatchdog(now: wall.now)
    #expect(recovered.count == 1)
    #expect(wall.screens[0].statistics.lostEvents == 1)
    #expect(wall.screens[0].statistics.recoveries == 0)
    #expect(wall.screens[1].statistics.recoveries == 0)
    #expect(wall.screens[1].statistics.refusals.isEmpty)
    // The same picture once more, by which the kernel was asked.
    wall.clock.advance(to: try #require(wall.screens[0].nextEventTime))
    #expect(wall.screens[0].handleEvents(now: wall.now).count == 1)
    #expect(wall.show(4, on: wall.screens[0]) == .submitted)
  }

  @Test(
    "leaving with one screen leaves the other lit, with all that it has",
    arguments: FakeProfile.allCases, [KMSInterface].both)
  func leaving(profile: FakeProfile, interface: KMSInterface) throws {
    for first in [0, 1] {
      let wall = try Wall(Wall.configuration(profile), interface)
      let crtcs = wall.screens.map(\.choice.crtc)
      let before = try crtcs.map { try wall.device.crtc($0) }
      #expect(wall.light())
      let other = wall.screens[1 - first]
      #expect(wall.show(2, on: other) == .submitted)
      let lit = try wall.device.crtc(other.choice.crtc)
      wall.screens[first].restore()
      #expect(try wall.device.crtc(crtcs[first]) == before[first])
      #expect(try wall.device.crtc(other.choice.crtc) == lit)
      // Its flip is in flight all the while, and its event is its own.
      wall.clock.advance(to: try #require(other.nextEventTime))
      #expect(other.handleEvents(now: wall.now).count == 1)
      #expect(wall.show(3, on: other) == .submitted)
      #expect(wall.device.bufferViolations.isEmpty)
      other.restore()
      let after = try crtcs.map { try wall.device.crtc($0) }
      #expect(after == before)
      #expect(wall.device.liveBuffers == 0 && wall.device.liveFramebuffers == 0)
      for screen in wall.screens { screen.device.close() }
      #expect(wall.card.isUnused)
    }
  }

  @Test(
    "outputs that showed one picture come apart, and together again", arguments: [KMSInterface].both
  )
  func clones(interface: KMSInterface) throws {
    for first in [0, 1] {
      var modes: [DisplayMode] = []
      var configuration = Wall.configuration()
      configuration.outputs[1].modes = configuration.outputs[0].modes
      let wall = try Wall(configuration, interface) { device in
        // The console, on both.
        let resources = try device.resources()
        let console = try device.crtc(resources.crtcs[0])
        let mode = try #require(console.mode)
        modes.append(mode)
        try device.setCRTC(
          console.id, framebuffer: console.framebuffer, x: 0, y: 0,
          connectors: resources.connectors, mode: mode)
      }
      func feeding() throws -> [UInt32] {
        try wall.device.resources().connectors.map { id in
          let encoder = try wall.device.connector(id, probing: false).currentEncoder
          return encoder == 0 ? 0 : try wall.device.encoder(encoder).currentCRTC
        }
      }
      let crtcs = wall.screens.map(\.choice.crtc)
      #expect(try feeding() == [crtcs[0], crtcs[0]])
      #expect(crtcs[0] != crtcs[1])
      #expect(wall.light())
      #expect(try feeding() == crtcs)
      // A mode set later on does not take the other's display away again.
      #expect(wall.screens[first].relight(now: wall.now) != nil)
      #expect(try feeding() == crtcs)
      wall.screens[first].restore()
      #expect(try feeding()[1 - first] == crtcs[1 - first])
      wall.screens[1 - first].restore()
      if first == 1 { #expect(try feeding() == [crtcs[0], crtcs[0]]) }
    }
  }

  @Test(
    "a display moves to another CRTC where that serves one more", arguments: [KMSInterface].both)
  func moves(interface: KMSInterface) throws {
    // The console is on the first output and the first CRTC, the only one that the second can have.
    let wall = try Wall(Wall.configuration(possible: [0b11, 0b01]), interface)
    #expect(wall.screens.map(\.choice.crtcIndex) == [1, 0])
    #expect(wall.light())
    for screen in wall.screens {
      #expect(screen.interface == interface)
      #expect(try wall.device.crtc(screen.choice.crtc).framebuffer != 0)
      #expect(wall.show(2, on: screen) == .submitted)
    }
    wall.screens[1].restore()
    #expect(try wall.device.crtc(wall.screens[0].choice.crtc).framebuffer != 0)
  }

  // MARK: - The right to set modes

  @Test("is asked for once, and dropped when the last screen asks for that")
  func mastership() throws {
    let device = FakeKMSDevice(configuration: Wall.configuration(), clock: VirtualClock())
    let card = SharedCard(device)
    let crtcs = try device.resources().crtcs
    let parts = crtcs.map { card.device(for: $0) }
    #expect(device.isMaster && parts.allSatisfy(\.isMaster))
    try parts[0].dropMaster()
    #expect(device.isMaster && !parts[0].isMaster && parts[1].isMaster)
    #expect(throws: Errno.invalidArgument) { try parts[0].dropMaster() }
    try parts[1].dropMaster()
    #expect(!device.isMaster && !parts[1].isMaster)
    // A card that the kernel gives once refuses nothing to the second who asks.
    device.faults.busyMasterAttempts = 1
    #expect(throws: Errno.busy) { try parts[0].setMaster() }
    try parts[0].setMaster()
    #expect(device.isMaster && parts[0].isMaster && !parts[1].isMaster)
    try parts[1].setMaster()
    #expect(parts[0].isMaster && parts[1].isMaster)
    device.letAnotherTakeMaster()
    #expect(parts.allSatisfy { !$0.isMaster })
  }

  @Test("a part that is closed has no say in it any longer, and answers nothing")
  func closing() throws {
    let device = FakeKMSDevice(configuration: Wall.configuration(), clock: VirtualClock())
    let card = SharedCard(device)
    let crtcs = try device.resources().crtcs
    let parts = crtcs.map { card.device(for: $0) }
    try parts[0].dropMaster()
    parts[1].close()
    parts[1].close()
    #expect(!device.isMaster)
    #expect(throws: Errno.noDevice) { _ = try parts[1].resources() }
    #expect(throws: Errno.noDevice) { _ = try parts[1].readEvents() }
    #expect(throws: Errno.noDevice) { try parts[1].setMaster() }
    _ = try parts[0].resources()
    #expect(!card.isUnused)
    let next = card.device(for: crtcs[0])
    #expect(throws: Errno.noDevice) { _ = try parts[0].resources() }
    parts[0].close()
    _ = try next.resources()
    next.close()
    #expect(card.isUnused)
  }
}
