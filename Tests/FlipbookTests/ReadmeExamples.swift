import Flipbook
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
}
