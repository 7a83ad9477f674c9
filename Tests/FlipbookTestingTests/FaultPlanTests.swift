import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing

/// Plans of what goes wrong.
@Suite struct FaultPlanTests {
  @Test func aSeedGivesTheSamePlanAgainAndAnotherSeedAnother() {
    let plans = (0..<200).map { FaultPlan(seed: $0, vblanks: 2000) }
    for (seed, plan) in plans.enumerated() {
      #expect(plan == FaultPlan(seed: UInt64(seed), vblanks: 2000))
      #expect(plan.entries.allSatisfy { (0..<2000).contains($0.vblank) })
      #expect(!plan.entries.isEmpty && plan.lastVblank >= (plan.entries.last?.vblank ?? 0))
    }
    #expect(Set(plans.map(\.entries)).count == plans.count)
    let kinds = Set(plans.flatMap(\.entries).map { "\($0.fault)".prefix { $0 != "(" } })
    #expect(kinds.count == 16, "each kind of fault comes: \(kinds.sorted())")
  }

  @Test func aPlanSaysWhatItDoes() {
    var plan = FaultPlan([
      FaultPlan.Entry(vblank: 30, fault: .lostEvent),
      FaultPlan.Entry(vblank: 4, fault: .busyFlips(2)),
    ])
    plan.hotplugRepeats = 2
    #expect(
      plan.description == """
        FaultPlan, changes told 2 times
          at vblank 4: busyFlips(2)
          at vblank 30: lostEvent
        """)
    #expect(FaultPlan(seed: 7, vblanks: 9).description.hasPrefix("FaultPlan(seed: 7), "))
  }

  @Test func faultsComeAtTheirVblanksAndGo() throws {
    let card = SmallCard()
    let pictures = try [card.picture(), card.picture()]
    try card.show(pictures[0])
    let start = card.clock.now
    let end = FaultPlan([
      FaultPlan.Entry(vblank: 6, fault: .busyFlips(2)),
      FaultPlan.Entry(vblank: 12, fault: .zeroTimestamps(6)),
      FaultPlan.Entry(vblank: 30, fault: .stolenMaster(30, clearsScreen: false)),
    ]).apply(to: card.device.card)
    #expect(end == start + 1_000_000_000)

    func flip() throws -> Errno? {
      defer { card.clock.advance(by: 20_000_000) }
      return refusal { try card.flip(to: pictures[0]) }
    }
    #expect(try flip() == nil)
    _ = try card.nextEvents()
    card.clock.advance(to: start + 100_000_000)
    #expect(try flip() == .busy)
    #expect(try flip() == .busy)
    #expect(try flip() == nil)
    _ = try card.nextEvents()
    card.clock.advance(to: start + 200_000_000)
    #expect(try flip() == nil)
    #expect(try card.device.readEvents().map(\.timestamp) == [0])
    card.clock.advance(to: start + 300_000_000)
    #expect(try flip() == nil)
    #expect(try card.device.readEvents().allSatisfy { $0.timestamp > start })
    card.clock.advance(to: start + 500_000_000)
    #expect(try flip() == .accessDenied)
    #expect(refusal { try card.device.setMaster() } == .busy)
    card.clock.advance(to: end)
    #expect(refusal { try card.device.setMaster() } == nil)
    #expect(try flip() == nil)
  }

  @Test func whateverComesTheCardTakesAFlipOnceAllIsOver() throws {
    for seed: UInt64 in 0..<150 {
      let profile = FakeProfile.allCases[Int(seed % 3)]
      let card = SmallCard(profile)
      let pictures = try [card.picture(), card.picture()]
      try card.show(pictures[0])
      let plan = FaultPlan(seed: seed, vblanks: 300)
      let end = plan.apply(to: card.device.card)
      var turn = 0
      // What waits for a call, or for a late flip, may be over a while later.
      while card.clock.now < end + 2_000_000_000 {
        turn += 1
        _ = refusal { try card.flip(to: pictures[turn % 2]) }
        card.clock.advance(by: 16_666_667)
        _ = try card.device.readEvents()
      }
      card.device.faults = FakeFaults()
      if !card.device.isMaster { try card.device.setMaster() }
      try card.device.setCRTC(
        card.crtc(), framebuffer: pictures[0].framebuffer, x: 0, y: 0,
        connectors: [card.connector()],
        mode: FakeMode(card.size, refresh: FakeRefreshRate(60)).timing)
      _ = try card.device.readEvents()
      try card.flip(to: pictures[1], userData: 99)
      #expect(try card.nextEvents().map(\.userData) == [99], "\(plan)")
      #expect(
        card.device.card.framebufferSeen(on: "Virtual-1") == pictures[1].framebuffer, "\(plan)")
    }
  }
}
