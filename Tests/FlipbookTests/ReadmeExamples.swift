import Flipbook
import FlipbookTesting
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
}
