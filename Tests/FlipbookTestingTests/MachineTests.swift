import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

/// Cards and cables that come and go.
@Suite struct MachineTests {
  let clock = VirtualClock(start: 5_000_000_000)
  let second: Int64 = 1_000_000_000

  func machine(
    _ outputs: [FakeOutput] = [FakeOutput(name: "HDMI-A-1", modes: [mode(64, 48)])]
  ) -> (FakeMachine, FakeCard) {
    let machine = FakeMachine(clock: clock)
    return (machine, machine.plugIn(FakeDisplayConfiguration(outputs: outputs)))
  }

  static func mode(_ width: Int, _ height: Int) -> FakeMode {
    FakeMode(PixelSize(width: width, height: height), refresh: FakeRefreshRate(60))
  }

  @Test func aCardIsOpenedAnewEachTimeAndOnlyTheFirstIsMaster() throws {
    let (machine, card) = machine()
    #expect(machine.paths == ["/dev/dri/card0"])
    let first = try machine.open("/dev/dri/card0")
    let second = try machine.file(of: "/dev/dri/card0")
    #expect(first.isMaster && !second.isMaster)
    #expect(refusal { try second.setMaster() } == .busy)
    #expect(first.path == card.path)
    #expect(refusal { _ = try machine.open("/dev/dri/card1") } == .notFound)
  }

  @Test func aScriptRunsInVirtualTimeWhoeverAsks() throws {
    let (machine, card) = machine()
    let device = try machine.file(of: "card0")
    _ = machine.takeChanges()
    let output = try device.resources().connectors[0]
    card.schedule(at: clock.now + second, .disconnect(output: "HDMI-A-1"))
    card.schedule(
      at: clock.now + 2 * second, .connect(output: "HDMI-A-1", modes: [Self.mode(32, 18)]))
    #expect(machine.nextChangeTime == clock.now + second)
    #expect(machine.takeChanges().isEmpty)

    clock.advance(by: second)
    #expect(machine.takeChanges() == [.changed(node: card.path, connector: nil, property: nil)])
    #expect(try device.connector(output, probing: false).status == .disconnected)
    // What was read before stands until a master asks the display.
    #expect(try device.connector(output, probing: false).modes.count == 1)
    #expect(try device.connector(output, probing: true).modes.isEmpty)
    #expect(card.framebufferSeen(on: "HDMI-A-1") == nil)

    clock.advance(by: second)
    #expect(machine.nextChangeTime == clock.now)
    let found = try device.connector(output, probing: true)
    #expect(found.status == .connected && found.modes.map(\.hdisplay) == [32])
    #expect(machine.takeChanges().count == 1 && machine.nextChangeTime == nil)
  }

  @Test func aCardWhoseDisplayIsOutGoesOnFlipping() throws {
    let (_, device, pictures) = try playing()
    device.card.disconnect("HDMI-A-1")
    try device.pageFlip(
      crtc: device.resources().crtcs[0], framebuffer: pictures[1], userData: 7)
    clock.advance(by: second)
    #expect(try device.readEvents().map(\.userData) == [7])
  }

  @Test func changesAreToldTwiceWhereTheKernelDoes() {
    let (machine, card) = machine()
    _ = machine.takeChanges()
    card.faults.hotplugRepeats = 3
    card.disconnect("HDMI-A-1")
    #expect(machine.takeChanges().count == 1)
    clock.advance(by: second)
    #expect(machine.takeChanges().count == 2)
  }

  @Test func aBrokenLinkIsDarkUntilAModeIsSet() throws {
    let (machine, device, pictures) = try playing()
    _ = machine.takeChanges()
    #expect(device.card.framebufferSeen(on: "HDMI-A-1") == pictures[0])
    device.card.breakLink("HDMI-A-1")
    #expect(machine.takeChanges().count == 1)
    let connector = try device.resources().connectors[0]
    func link() throws -> UInt64? {
      try device.properties(of: connector, kind: .connector)["link-status"]?.value
    }
    #expect(try link() == 1)
    #expect(device.card.framebufferSeen(on: "HDMI-A-1") == nil)
    try light(device, pictures[1])
    #expect(try link() == 0)
    #expect(device.card.framebufferSeen(on: "HDMI-A-1") == pictures[1])
  }

  @Test func aBrokenLinkIsMendedByACommitThatMaySetModes() throws {
    let (_, device, _) = try playing()
    try device.setClientCapability(.atomic, to: true)
    let connector = try device.resources().connectors[0]
    let link = try #require(
      device.properties(of: connector, kind: .connector)["link-status"])
    device.card.breakLink("HDMI-A-1")
    let good = [PropertyChange(object: connector, property: link.id, value: 0)]
    #expect(refusal { try device.commit(good, flags: [], userData: 0) } == .invalidArgument)
    #expect(refusal { try device.commit(good, flags: .allowModeSet, userData: 0) } == nil)
    #expect(device.card.framebufferSeen(on: "HDMI-A-1") != nil)
  }

  @Test func aCardThatIsPulledOutGivesItsLastEventAndThenNothing() throws {
    let (machine, device, pictures) = try playing()
    let buffer = try device.createDumbBuffer(width: 8, height: 8, bitsPerPixel: 32)
    let mapping = try device.mapDumbBuffer(buffer)
    let crtc = try device.resources().crtcs[0]
    try device.pageFlip(crtc: crtc, framebuffer: pictures[1], userData: 3)
    _ = machine.takeChanges()
    machine.remove("card0")
    #expect(machine.paths.isEmpty)
    #expect(machine.takeChanges().last == .removed(node: "/dev/dri/card0"))
    #expect(refusal { _ = try machine.open("/dev/dri/card0") } == .notFound)
    clock.advance(by: second)
    #expect(try device.readEvents().map(\.userData) == [3])
    #expect(try device.readEvents().isEmpty)
    #expect(device.isMaster, "as libdrm has it: what it gets is not EACCES")
    #expect(refusal { _ = try device.resources() } == .noDevice)
    #expect(
      refusal { try device.pageFlip(crtc: crtc, framebuffer: pictures[0], userData: 0) }
        == .noDevice)
    #expect(refusal { _ = try device.mapDumbBuffer(buffer) } == .noDevice)
    mapping[0] = 9
    #expect(mapping[0] == 9)
    device.unmapDumbBuffer(mapping)
    #expect(device.card.framebufferSeen(on: "HDMI-A-1") == nil)
  }

  @Test(arguments: [true, false])
  func aCardIsReplacedInEitherOrder(addsFirst: Bool) throws {
    let (machine, _) = machine()
    let old = try machine.file(of: "card0")
    _ = machine.takeChanges()
    machine.schedule(at: clock.now + second) { machine in
      if addsFirst { machine.plugIn(FakeDisplayConfiguration(), as: "card1") }
      machine.remove("card0")
      if !addsFirst { machine.plugIn(FakeDisplayConfiguration(), as: "card1") }
    }
    clock.advance(by: second)
    let told = machine.takeChanges().filter {
      if case .changed = $0 { false } else { true }
    }
    let (added, removed) = (
      DeviceChange.added(node: "/dev/dri/card1"), DeviceChange.removed(node: "/dev/dri/card0")
    )
    #expect(told == (addsFirst ? [added, removed] : [removed, added]))
    #expect(machine.paths == ["/dev/dri/card1"])
    #expect(refusal { _ = try old.resources() } == .noDevice)
    #expect(try machine.open("/dev/dri/card1").isMaster)
  }

  @Test func aConnectorComesAndGoes() throws {
    let (_, device, pictures) = try playing()
    device.card.addOutput(FakeOutput(name: "DP-1", modes: [Self.mode(64, 48)]))
    let all = try device.resources().connectors
    #expect(all.count == 2)
    device.card.removeOutput("HDMI-A-1")
    #expect(try device.resources().connectors == [all[1]])
    #expect(refusal { _ = try device.connector(all[0], probing: false) } == .notFound)
    #expect(refusal { try light(device, pictures[0], connector: all[1]) } == nil)
    #expect(device.card.framebufferSeen(on: "DP-1") == pictures[0])
  }

  @Test func theConsoleTakesTheScreenThoughSomebodyIsMaster() throws {
    let (_, device, pictures) = try playing()
    device.card.showConsole()
    #expect(device.isMaster)
    let crtc = try device.resources().crtcs[0]
    #expect(try device.crtc(crtc).framebuffer != pictures[0])
    #expect(
      refusal { try device.pageFlip(crtc: crtc, framebuffer: pictures[0], userData: 0) } == nil)
  }

  @Test func anotherProgramShowsAPictureAndEnds() throws {
    let (_, device, pictures) = try playing()
    let crtc = try device.resources().crtcs[0]
    try device.dropMaster()
    device.card.letAnotherShowPicture()
    #expect(refusal { try device.setMaster() } == .busy)
    device.card.letAnotherEnd()
    try device.setMaster()
    #expect(
      refusal { try device.pageFlip(crtc: crtc, framebuffer: pictures[0], userData: 0) } == .busy)
    try light(device, pictures[0])
    #expect(device.card.framebufferSeen(on: "HDMI-A-1") == pictures[0])
  }

  @Test func whatAClosedFileShowedIsGoneAndTheConsoleComesBackWithTheLast() throws {
    let (machine, device, _) = try playing()
    let watcher = try machine.file(of: "card0")
    device.close()
    #expect(refusal { _ = try device.resources() } == Errno(rawValue: 9))
    #expect(try watcher.crtc(watcher.resources().crtcs[0]).framebuffer == 0)
    #expect(device.liveBuffers == 0 && device.liveFramebuffers == 0)
    watcher.close()
    let last = try machine.file(of: "card0")
    #expect(last.isMaster)
    #expect(try last.crtc(last.resources().crtcs[0]).framebuffer != 0)
  }

  // MARK: -

  /// A machine with a program on its card that shows the first of two pictures.
  func playing() throws -> (FakeMachine, FakeKMSDevice, [UInt32]) {
    let (machine, _) = machine()
    let device = try machine.file(of: "card0")
    let pictures = try (0..<2).map { _ in
      let buffer = try device.createDumbBuffer(width: 64, height: 48, bitsPerPixel: 32)
      return try device.addFramebuffer(
        size: PixelSize(width: 64, height: 48), format: .xrgb8888, buffer: buffer)
    }
    try light(device, pictures[0])
    return (machine, device, pictures)
  }

  func light(_ device: FakeKMSDevice, _ picture: UInt32, connector: UInt32? = nil) throws {
    let objects = try device.resources()
    try device.setCRTC(
      objects.crtcs[0], framebuffer: picture, x: 0, y: 0,
      connectors: [connector ?? objects.connectors[0]], mode: Self.mode(64, 48).timing)
  }
}
