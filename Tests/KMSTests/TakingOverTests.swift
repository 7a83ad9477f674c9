import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

@Suite("What a program before left on the display")
struct TakingOverTests {
  private func configuration() -> FakeDisplayConfiguration {
    var configuration = FakeDisplayConfiguration(size: ScreenTests.small)
    configuration.overlayCount = 1
    return configuration
  }

  /// The values that matter, by object and name.
  private func state(_ device: FakeKMSDevice) throws -> [String: UInt64] {
    try device.setClientCapability(.atomic, to: true)
    let crtc = try device.resources().crtcs[0]
    var found: [String: UInt64] = [:]
    for name in ["VRR_ENABLED", "ACTIVE"] {
      found[name] = try device.properties(of: crtc, kind: .crtc)[name]?.value
    }
    for id in try device.planes() {
      let plane = try device.plane(id)
      for name in ["rotation", "CRTC_ID", "FB_ID"] {
        found["\(plane.kind.map { "\($0)" } ?? "") \(name)"] =
          try device.properties(of: id, kind: .plane)[name]?.value
      }
    }
    found["gamma"] = UInt64(try device.gamma(crtc: crtc).red[100])
    return found
  }

  /// Turns the plane, warms the colours, and lays a picture over all.
  private func spoil(_ device: FakeKMSDevice) throws {
    try device.setClientCapability(.atomic, to: true)
    let crtc = try device.resources().crtcs[0]
    let ramp = (0..<256).map { UInt16($0 * 100) }
    try device.setGamma(GammaRamp(red: ramp, green: ramp, blue: ramp), crtc: crtc)
    let vrr = try #require(try device.properties(of: crtc, kind: .crtc)["VRR_ENABLED"])
    try device.setProperty(vrr.id, of: crtc, kind: .crtc, to: 1)
    let primary = try #require(try device.primaryPlane(crtc: crtc))
    let rotation = try #require(
      try device.properties(of: primary.id, kind: .plane)["rotation"])
    let turned = try #require(rotation.value(named: "rotate-180"))
    try device.setProperty(rotation.id, of: primary.id, kind: .plane, to: turned)
    let overlay = try #require(try device.planes().first { $0 != primary.id })
    let properties = try device.properties(of: overlay, kind: .plane)
    let values: [String: UInt64] = [
      "FB_ID": UInt64(primary.framebuffer), "CRTC_ID": UInt64(crtc), "CRTC_W": 4, "CRTC_H": 4,
      "SRC_W": 4 << 16, "SRC_H": 4 << 16,
    ]
    let changes = try values.map { name, value in
      PropertyChange(
        object: overlay, property: try #require(properties[name]).id, value: value)
    }
    try device.commit(changes, flags: [], userData: 0)
    try device.setClientCapability(.atomic, to: false)
  }

  @Test(
    "is put right with the first picture, and put back at the end", arguments: [KMSInterface].both)
  func putRight(interface: KMSInterface) throws {
    let clock = VirtualClock()
    let device = FakeKMSDevice(configuration: configuration(), clock: clock)
    try spoil(device)
    let before = try state(device)
    #expect(before["primary rotation"] == 4 && before["gamma"] == 10_000)
    #expect(before["overlay FB_ID"] != 0 && before["VRR_ENABLED"] == 1)
    // As a program that has just opened the card; without atomic commits go all planes.
    try device.setClientCapability(.atomic, to: false)
    try device.setClientCapability(.universalPlanes, to: true)
    let stage = try Stage(on: device, clock, interface)
    // Nothing changes before there is a picture.
    #expect(try state(device) == before)
    guard case .shown = stage.show(1) else {
      Issue.record("no first picture")
      return
    }
    #expect(stage.screen.statistics.modeSets == 0)
    let during = try state(device)
    #expect(during["primary rotation"] == 1)
    #expect(during["gamma"] == 25_700)
    #expect(during["VRR_ENABLED"] == 0)
    #expect(during["overlay FB_ID"] == 0 && during["overlay CRTC_ID"] == 0)
    #expect(stage.show(2) == .submitted)
    #expect(stage.nextEvents().count == 1)
    stage.screen.restore()
    var after = try state(device)
    var expected = before
    // The older calls have none that would bring another's plane back.
    if interface == .legacy {
      for name in ["overlay FB_ID", "overlay CRTC_ID"] {
        after[name] = nil
        expected[name] = nil
      }
    }
    #expect(after == expected)
    #expect(device.liveBlobs == 0 && device.liveFramebuffers == 0)
  }

  @Test(
    "is put right again after another program had the display, and not put back then",
    arguments: [KMSInterface].both)
  func putRightAgain(interface: KMSInterface) throws {
    let clock = VirtualClock()
    let device = FakeKMSDevice(configuration: configuration(), clock: clock)
    let other = try device.openAgain()
    let before = try state(other)
    try device.setClientCapability(.universalPlanes, to: true)
    let stage = try Stage(on: device, clock, interface)
    _ = stage.show(1)
    let during = try state(other)
    stage.screen.pause()
    try device.dropMaster()
    try other.setMaster()
    try spoil(other)
    try other.dropMaster()
    guard case .shown = stage.screen.resume(now: clock.now) else {
      Issue.record("not shown again")
      return
    }
    #expect(try state(other) == during)
    stage.screen.restore()
    #expect(try state(other) == before)
  }

  @Test(
    "another mode, another format or a dark display takes a mode set",
    arguments: [KMSInterface].both)
  func needsModeSet(interface: KMSInterface) throws {
    var dark = configuration()
    dark.consoleIsLit = false
    var other = configuration()
    other.outputs[0].modes.append(
      FakeMode(PixelSize(width: 12, height: 8), refresh: FakeRefreshRate(50)))
    for (card, request) in [
      (dark, OutputRequest()),
      (other, OutputRequest(mode: ModeRequest(width: 12, height: 8))),
    ] {
      let stage = try Stage(card, interface, request: request)
      guard case .shown = stage.show(1) else {
        Issue.record("no first picture")
        continue
      }
      #expect(stage.screen.statistics.modeSets == 1)
      #expect(stage.screen.statistics.takeOvers == 0)
    }
    // A flip may not change the format, a commit may.
    let stage = try Stage(
      configuration(), interface, request: OutputRequest(format: .rgb565))
    guard case .shown = stage.show(1) else {
      Issue.record("no first picture")
      return
    }
    #expect(stage.screen.statistics.modeSets == (interface == .legacy ? 1 : 0))
  }

  @Test("a first flip whose event never comes is answered by a mode set")
  func lostFirstEvent() throws {
    var card = configuration()
    card.faults.lostEvents = [1]
    let stage = try Stage(card, .legacy)
    guard case .shown = stage.show(1) else {
      Issue.record("no first picture")
      return
    }
    #expect(stage.screen.statistics.modeSets == 1)
    #expect(stage.show(2) == .submitted)
    #expect(stage.nextEvents().map(\.vblank) == [1])
  }

  @Test("the last picture stays where the kernel lets it", arguments: [KMSInterface].both)
  func leavesPicture(interface: KMSInterface) throws {
    let stage = try Stage(configuration(), interface)
    _ = stage.show(1)
    _ = stage.show(2)
    _ = stage.nextEvents()
    let crtc = stage.screen.choice.crtc
    let before = try stage.device.crtc(crtc)
    #expect(stage.screen.leavePicture())
    #expect(try stage.device.crtc(crtc) == before)
    #expect(stage.device.liveBuffers == 0 && stage.device.liveFramebuffers == 0)
    #expect(stage.device.liveMappings == 0)
  }
}
