import FlipbookTesting
import KMS
import Pixels
import TestSupport
import Timing

/// A card of a machine: when it is there, what it is like, and what goes wrong on it.
struct CampaignCard {
  /// What goes wrong.
  struct Trouble {
    /// Whose cable is meant; flips are those of all outputs.
    var output: String
    var plan: FaultPlan
  }

  /// Its node.
  var name = "card0"
  var configuration: FakeDisplayConfiguration
  /// Refreshes from the start until it comes.
  var arrival = 0
  /// Until it is pulled out; nil for never.
  var departure: Int?
  /// Until another program that has it from the beginning lets go; nil for none.
  var release: Int?
  /// Outputs into which nothing is plugged at first, and until when.
  var lateCables: [String: Int] = [:]
  /// Until flips are refused at random no longer.
  var busyUntil = 0
  var troubles: [Trouble]

  /// Draws what a card is like.
  ///
  /// - Parameters:
  ///   - names: its outputs.
  ///   - hasSlow: whether it may be of 30 Hz.
  static func draw(
    _ names: [String], _ random: inout RandomSource
  ) -> FakeDisplayConfiguration {
    let mode = mode(PixelSize(width: 32, height: 18), &random)
    var card = FakeDisplayConfiguration(
      outputs: names.map { FakeOutput(name: $0, type: 11, modes: [mode]) },
      profile: random.pick(.vblank, .vblank, .noVblank, .hostCopy))
    card.isAtomic = random.pick(true, true, false)
    card.pitchPadding = random.pick(0, 64, 256)
    card.consoleIsLit = random.pick(true, false)
    card.firstSequence = random.pick(1, 1 << 32 - 400, 12_345)
    card.kernel = random.pick(KernelVersion(6, 12), KernelVersion(6, 12), KernelVersion(6, 1))
    card.faults.busyRate = random.once(in: 8) ? random.pick(1, 5) : 0
    card.faults.seed = random.next()
    // Memory may be short from the beginning: at the first, the second or the third buffer.
    if random.once(in: 12) {
      card.faults.deniedBuffers = [Int.random(in: 1...3, using: &random)]
    }
    if random.once(in: 12) {
      card.faults.untouchableBuffers = [Int.random(in: 1...3, using: &random)]
    }
    card.recordLimit = 8192
    return card
  }

  static func mode(_ size: PixelSize, _ random: inout RandomSource) -> FakeMode {
    let refresh = random.pick("60", "60", "59.94", "50", "30", "75", "144")
    var mode = FakeMode(
      size, refresh: FakeRefreshRate(refresh) ?? FakeRefreshRate(60), isPreferred: true)
    // Crystals differ from what they say.
    if random.once(in: 8) {
      mode = FakeMode(
        timing: mode.timing,
        refresh: FakeRefreshRate(
          Int(mode.refresh.hertz * 1000) + Int.random(in: -20...20, using: &random), per: 1000))
    }
    return mode
  }

  /// Nanoseconds of one refresh in the first mode.
  var period: Double { 1e9 / configuration.outputs[0].modes[0].refresh.hertz }
}

extension CampaignCard: CustomStringConvertible {
  var description: String {
    let outputs = configuration.outputs.map { output in
      let mode = output.modes[0]
      let size = "\(mode.timing.hdisplay)x\(mode.timing.vdisplay)"
      let late = lateCables[output.name].map { ", plugged in at vblank \($0)" } ?? ""
      return "\(output.name) \(output.status) \(size)@\(mode.refresh.hertz)\(late)"
    }
    let there = "\(arrival)" + (departure.map { " to \($0)" } ?? "")
    var lines = [
      "\(name) from vblank \(there): \(configuration.profile) \(outputs) "
        + "\(configuration.isAtomic ? "atomic" : "legacy") padding \(configuration.pitchPadding) "
        + "console \(configuration.consoleIsLit) first \(configuration.firstSequence) "
        + "kernel \(configuration.kernel) busy \(configuration.faults.busyRate) % "
        + "denied \(configuration.faults.deniedBuffers.sorted()) "
        + "untouchable \(configuration.faults.untouchableBuffers.sorted())"
        + (release.map { ", another's until vblank \($0)" } ?? "")
    ]
    lines += troubles.map { "\($0.output): \($0.plan)" }
    return lines.joined(separator: "\n")
  }
}
