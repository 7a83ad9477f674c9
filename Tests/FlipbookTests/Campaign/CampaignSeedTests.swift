import Campaign
import Testing

/// A small part of what `scripts/campaign` runs, which is built for speed.
@Suite("A player where everything goes wrong") struct CampaignSeedTests {
  private static let pictures = Result { try CampaignPictures() }

  @Test("shows the right picture again, and leaves nothing behind", arguments: 0..<24)
  func survives(block: UInt64) throws {
    let pictures = try Self.pictures.get()
    for seed in block * 2 + 1...block * 2 + 2 {
      let verdict = Campaign.run(seed: seed, pictures)
      #expect(verdict.complaints.isEmpty, "\(verdict.complaints)\n\(verdict.description)")
    }
  }
}
