import Flipbook
import FlipbookTesting
import Timing

/// What a run had, for counting how many had it.
extension CampaignRun {
  /// In words, each once: all that went wrong, and how the machine and the player were.
  var traits: Set<String> {
    var traits = Set(incidents.map { "fault: \($0.incident.kind.rawValue)" })
    for card in cards {
      let configuration = card.configuration
      traits.insert("profile: \(configuration.profile)")
      traits.insert("padding: \(configuration.pitchPadding)")
      for output in configuration.outputs {
        let refresh = output.modes[0].refresh
        traits.insert("refresh: \(refresh.isUsual ? "\(refresh)" : "a little off")")
      }
      if configuration.faults.busyRate > 0 { traits.insert("fault: busyFlip at random") }
      if card.faults.hotplugRepeats > 1 { traits.insert("fault: hotplug told more than once") }
    }
    if log.contains(where: { $0.hasSuffix("Playing with two buffers.") }) {
      traits.insert("fault: deniedBuffer or untouchableBuffer, the third")
    }
    return traits.union(faultTraits).union(playerTraits)
  }

  private var faultTraits: Set<String> {
    var traits: Set<String> = []
    for plan in plans {
      if plan.departure != nil { traits.insert("fault: card gone") }
      if plan.arrival > 0, plan.name == "card0" || plan.departure == nil {
        traits.insert("fault: card comes later")
      }
      if plan.release != nil { traits.insert("fault: card another's at first") }
      if !plan.lateCables.isEmpty { traits.insert("fault: cable out at first") }
    }
    for absence in scenario.absences {
      traits.insert("fault: terminal switched, \(absence.visitor) meanwhile")
    }
    return traits
  }

  private var playerTraits: Set<String> {
    let configuration = scenario.configuration
    var traits: Set<String> = [
      "player: \(statistics.kms ?? "nothing shown")", "player: at end \(configuration.atEnd)",
    ]
    if scenario.isEnsemble { traits.insert("player: outputs \(configuration.arrangement)") }
    if scenario.hasOverlay { traits.insert("player: overlay") }
    if scenario.hasTerminal { traits.insert("player: terminal") }
    if !scenario.commands.isEmpty { traits.insert("player: commands") }
    if configuration.late == .slow { traits.insert("player: slow") }
    if configuration.repeatCount != .forever {
      traits.insert(scenario.endsEarly ? "player: ends amid the trouble" : "player: ends")
    }
    return traits
  }
}

extension FakeRefreshRate {
  fileprivate var isUsual: Bool { ["30", "50", "59.94", "60", "75", "144"].contains("\(self)") }
}
