import Flipbook
import FlipbookTesting
import KMS
import Pixels
import TestSupport

/// Machines: with one display to play on, or with several.
extension CampaignScenario {
  // MARK: - One display

  /// A card with one display or two; another may take its place.
  static func oneOutput(_ random: inout RandomSource) -> [CampaignCard] {
    var first = one("card0", &random, unrest: unrest, most: random.pick(2, 6, 12))
    let wait = Int.random(in: 1...200, using: &random)
    if random.once(in: 5) {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: first.arrival = wait
      case 1:
        for index in first.configuration.outputs.indices {
          first.configuration.outputs[index].status = .disconnected
        }
        first.lateCables["HDMI-A-1"] = wait
      default:
        first.configuration.masterIsHeldByAnother = true
        first.release = wait
      }
    }
    guard random.once(in: 6) else { return [first] }
    let vblank = max(first.arrival + 1, Int.random(in: 100...unrest, using: &random))
    first.departure = vblank
    var second = one("card1", &random, unrest: unrest - vblank + 100, most: random.pick(1, 4))
    // The other comes before this one goes, or after.
    let distance = Int.random(in: 1...60, using: &random)
    second.arrival = max(0, vblank + random.pick(-distance, distance))
    return [first, second]
  }

  private static func one(
    _ name: String, _ random: inout RandomSource, unrest: Int, most: Int
  ) -> CampaignCard {
    let names = random.once(in: 3) ? ["HDMI-A-1", "HDMI-A-2"] : ["HDMI-A-1"]
    var configuration = CampaignCard.draw(names, &random)
    if names.count > 1, random.pick(true, false) {
      configuration.outputs[1].status = .disconnected
    }
    return CampaignCard(
      name: name, configuration: configuration, busyUntil: unrest,
      troubles: [
        CampaignCard.Trouble(
          output: "HDMI-A-1",
          plan: FaultPlan(seed: random.next(), vblanks: unrest, most: most))
      ])
  }

  // MARK: - Several displays

  /// One card or two with two or three displays in all, of which some have trouble and others none;
  /// a card may be pulled out, and come again.
  static func manyOutputs(_ random: inout RandomSource) -> [CampaignCard] {
    let layout: [[String]] = random.pick(
      [["DP-1", "DP-2"]], [["DP-1", "DP-2", "DP-3"]], [["DP-1"], ["DP-2"]],
      [["DP-1"], ["DP-2"]], [["DP-1", "DP-2"], ["DP-3"]])
    var cards: [CampaignCard] = []
    for (index, names) in layout.enumerated() {
      var card = many("card\(index)", names, &random)
      if index == 1, random.once(in: 4) { card.arrival = Int.random(in: 1...200, using: &random) }
      guard random.once(in: 4) else {
        cards.append(card)
        continue
      }
      let departure = Int.random(in: card.arrival + 50...unrest - 100, using: &random)
      card.departure = departure
      var again = card
      again.troubles = []
      again.lateCables = [:]
      for index in again.configuration.outputs.indices {
        again.configuration.outputs[index].status = .connected
      }
      again.configuration.faults = FakeFaults()
      again.configuration.masterIsHeldByAnother = false
      again.release = nil
      again.departure = nil
      again.arrival = Int.random(in: departure + 1...unrest, using: &random)
      cards += [card, again]
    }
    return cards
  }

  private static func many(
    _ name: String, _ names: [String], _ random: inout RandomSource
  ) -> CampaignCard {
    var configuration = CampaignCard.draw(names, &random)
    var card = CampaignCard(name: name, configuration: configuration, troubles: [])
    for index in names.indices {
      let size = random.pick(PixelSize(width: 32, height: 18), PixelSize(width: 48, height: 27))
      configuration.outputs[index].modes = [CampaignCard.mode(size, &random)]
      if random.once(in: 6) {
        configuration.outputs[index].status = .disconnected
        card.lateCables[names[index]] = Int.random(in: 1...400, using: &random)
      }
      guard random.once(in: 2) else { continue }
      card.troubles.append(
        CampaignCard.Trouble(
          output: names[index],
          plan: .ofSeveral(seed: random.next(), vblanks: unrest, most: random.pick(1, 3, 6))))
    }
    // Half of the cards have nothing wrong but cables.
    if random.once(in: 2) {
      configuration.faults = FakeFaults()
      for index in card.troubles.indices { card.troubles[index].plan.keepCables() }
    }
    if random.once(in: 12) {
      configuration.masterIsHeldByAnother = true
      card.release = Int.random(in: 1...200, using: &random)
    }
    card.configuration = configuration
    card.busyUntil = unrest
    return card
  }

  // MARK: - What several displays show

  /// How pictures share several outputs.
  mutating func arrange(_ random: inout RandomSource) {
    let names = Set(cards.flatMap { $0.configuration.outputs.map(\.name) }).sorted()
    configuration.arrangement = random.pick(.mirror, .mirror, .extend, .each)
    configuration.outputs =
      configuration.arrangement == .each || random.pick(true, false) ? .named(names) : .allConnected
    if configuration.arrangement == .extend {
      hasOverlay = false
      // Of one colour all over, whichever part of it a display shows.
      configuration.fit = .stretch
    }
    guard configuration.arrangement == .each else { return }
    hasOverlay = false
    for name in names {
      framesByOutput[name] = CampaignPictures.counts.randomElement(using: &random) ?? 1
    }
  }
}

extension FaultPlan {
  /// A plan for one of several displays: a flip that takes very long, which a mode set would wait
  /// for, and with it all displays of the program, is left to runs on one.
  fileprivate static func ofSeveral(seed: UInt64, vblanks: Int, most: Int) -> FaultPlan {
    var plan = FaultPlan(seed: seed, vblanks: vblanks, most: most)
    plan.entries.removeAll { entry in
      switch entry.fault {
      case .lateFlip(let count): count > 5
      case .unplug(_, let modes): modes?.contains { $0.refresh.hertz < 24 } ?? false
      default: false
      }
    }
    return plan
  }

  /// Leaves nothing of it but what is done to the cable of the output that it is for.
  fileprivate mutating func keepCables() {
    entries.removeAll { entry in
      switch entry.fault {
      case .unplug, .brokenLink: false
      default: true
      }
    }
  }
}
