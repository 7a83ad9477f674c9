import Flipbook
import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing
import Timing

/// The README's Swift examples, as they stand there.
@Suite("The README's examples") struct ReadmeExamples {
  @Test("there and back, turning round on the last frame") func thereAndBack() throws {
    let fixture = try Fixture.frames(60)
    let folder = fixture.path
    var configuration = PlayerConfiguration(source: folder)
    configuration.display = .fake("320x180@60")
    configuration.clock = .virtual
    configuration.repeatCount = .times(1)
    let player = Player(configuration: configuration)
    player.onEvent = { [unowned player] event in
      // There and back: turn round on the last of 60 frames.
      if case .frame(59, _, _) = event { player.perform(.reverse) }
    }
    let outcome = try player.run()
    #expect(outcome == .done)
    #expect(player.statistics.framesShown == 119)
  }

  @Test("a card of one's own, with a fault and a key pressed") func cardOfOnesOwn() throws {
    let fixture = try Fixture.frames(60)
    var configuration = PlayerConfiguration(source: fixture.path)
    configuration.repeatCount = .times(1)
    var card = FakeDisplayConfiguration(size: PixelSize(width: 320, height: 180))
    card.faults.lostEvents = [10]
    let device = FakeKMSDevice(configuration: card, clock: VirtualClock())
    device.checksBuffers = true
    let player = Player(configuration: configuration, device: device)
    player.onEvent = { [unowned player] event in
      // A key is pressed a third of a second after the first picture.
      if case .frame(0, 0, _) = event { player.perform(.reverse, after: 333_000_000) }
    }
    let outcome = try player.run()
    #expect(device.bufferViolations.isEmpty && device.liveBuffers == 0)
    #expect(outcome == .done)
    // The tenth frame's event never came, so the way back is shorter by what was missed.
    #expect(device.scanOut.count > 12)
  }

  @Test("a script of faults and cables") func scriptOfFaults() throws {
    let fixture = try Fixture.frames(60)
    var configuration = PlayerConfiguration(source: fixture.path)
    configuration.repeatCount = .times(1)
    let card = FakeDisplayConfiguration(size: PixelSize(width: 320, height: 180))
    let clock = VirtualClock()
    let device = FakeKMSDevice(configuration: card, clock: clock)
    device.checksBuffers = true
    device.mappingsReadAsNoise = true  // Whoever reads a mapping back shows it.
    let tenth: Int64 = 100_000_000
    device.card.schedule(at: clock.now + 5 * tenth, .disconnect(output: "Virtual-1"))
    device.card.schedule(at: clock.now + 8 * tenth, .connect(output: "Virtual-1", modes: nil))
    let plan = FaultPlan([  // Or one of a milliard: FaultPlan(seed: 42, vblanks: 2000)
      FaultPlan.Entry(vblank: 12, fault: .busyFlips(3)),
      FaultPlan.Entry(vblank: 40, fault: .lateFlip(2)),
    ])
    plan.apply(to: device.card)
    let player = Player(configuration: configuration, device: device)
    let outcome = try player.run()
    #expect(device.bufferViolations.isEmpty, "\(plan)")
    #expect(outcome == .done)
    #expect(device.scanOut.count > 40)
  }

  @Test("a machine whose card is replaced") func replacedCard() throws {
    let clock = VirtualClock()
    let machine = FakeMachine(clock: clock)
    machine.plugIn(FakeDisplayConfiguration(profile: .noVblank), as: "card0", isBootVGA: true)
    machine.schedule(at: clock.now + 2_000_000_000) { machine in
      machine.remove("card0")
      machine.plugIn(FakeDisplayConfiguration(), as: "card1")
    }
    let first = try machine.open("/dev/dri/card0")
    clock.advance(by: 2_000_000_000)
    #expect(machine.paths == ["/dev/dri/card1"] && machine.takeChanges().count > 2)
    #expect(throws: Errno.noDevice) { try first.resources() }
  }
}
