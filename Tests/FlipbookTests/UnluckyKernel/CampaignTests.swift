import Flipbook
import FlipbookTesting
import KMS
import Pixels
import Testing
import Timing

/// Hundreds of runs on cards that misbehave, in virtual time, each from a seed.
@Suite("A player on an unlucky kernel") struct CampaignTests {
  @Test("plays what the timeline says, whatever the card does", arguments: 0..<8)
  func undisturbed(block: UInt64) throws {
    try campaign(seeds: block * 20..<(block + 1) * 20, obeys: false)
  }

  @Test("obeys at any moment, whatever the card does", arguments: 8..<16)
  func commanded(block: UInt64) throws {
    try campaign(seeds: block * 20..<(block + 1) * 20, obeys: true)
  }

  private func campaign(seeds: Range<UInt64>, obeys: Bool) throws {
    var fixtures: [Int: Fixture] = [:]
    for seed in seeds {
      var scenario = Scenario(seed: seed, obeys: obeys)
      let fixture = try fixtures[scenario.frames] ?? Fixture.frames(scenario.frames)
      fixtures[scenario.frames] = fixture
      scenario.configuration.source = fixture.path
      let witness = Witness(scenario.card)
      witness.play(scenario.configuration, commands: scenario.commands)
      let faults = Judgement(scenario, witness).faults
      #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))\n\(scenario.description)")
    }
  }
}
