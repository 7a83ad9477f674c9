import Flipbook
import FlipbookTesting
import KMS
import Pixels
import TestSupport
import Timing

/// A machine, what goes wrong on it, what is played and what is asked meanwhile: all from a seed.
public struct CampaignScenario {
  /// What becomes of the card in the middle of it all.
  struct Replacement {
    /// Refreshes from the start.
    var vblank: Int
    /// Whether the other comes before this one goes.
    var isAddedFirst: Bool
    /// Refreshes that there is no card, or two.
    var distance: Int
    var card: FakeDisplayConfiguration
    var plan: FaultPlan
  }

  /// What there is at the start.
  enum Start: Equatable {
    /// A card with a display.
    case ready
    /// No card, for so many refreshes.
    case noCard(Int)
    /// The cable is out for so long.
    case cableOut(Int)
    /// Another program has it for so long.
    case held(Int)
  }

  /// What it is drawn from.
  public let seed: UInt64
  var card: FakeDisplayConfiguration
  var start = Start.ready
  var plan: FaultPlan
  var replacement: Replacement?
  var rate: FrameRate
  var frames: Int
  var hasOverlay: Bool
  var configuration = PlayerConfiguration()
  /// Commands and when, in nanoseconds after the first picture.
  var commands: [(command: Command, time: Int64)] = []

  /// Refreshes that a run goes on for.
  static let vblanks = 2000
  /// Refreshes in which faults begin.
  static let unrest = 1300

  /// Draws one.
  public init(seed: UInt64) {
    var random = RandomSource(seed: seed)
    self.seed = seed
    card = Self.card(&random)
    plan = FaultPlan(seed: random.next(), vblanks: Self.unrest, most: random.pick(2, 6, 12))
    let text = random.pick("24", "25", "23.976", "30", "60", "15", "10", "1")
    rate = FrameRate(parsing: text) ?? .standard
    frames = CampaignPictures.counts.randomElement(using: &random) ?? 1
    hasOverlay = random.once(in: 4)
    let vblank = Self.period(card)
    configuration.pace = .rate(rate)
    configuration.isReversed = random.pick(true, false)
    configuration.late = random.once(in: 8) && !hasOverlay ? .slow : .drop
    configuration.atEnd = random.pick(.restore, .restore, .black, .hold)
    configuration.kms = random.pick(.automatic, .automatic, .legacy)
    configuration.format = random.pick(.xrgb8888, .xrgb8888, .xrgb8888, .automatic)
    configuration.timeLimit = Int64(Double(Self.vblanks) * vblank)
    configuration.checkInterval = 500_000_000
    configuration.displayPatience = 60_000_000_000
    if random.once(in: 4) {
      frames = 24
      configuration.late = .drop
      makeCommands(&random, within: Int64(Double(Self.unrest + 200) * vblank))
    } else {
      configuration.autoreverses = random.once(in: 3) && configuration.late == .drop
      if !configuration.autoreverses, configuration.late == .drop {
        configuration.repeatCount = random.pick(.forever, .forever, .times(2), .times(20))
      }
    }
    let wait = Int.random(in: 1...200, using: &random)
    if random.once(in: 5) { start = random.pick(.noCard(wait), .cableOut(wait), .held(wait)) }
    if random.once(in: 6) {
      let vblank = Int.random(in: 100...Self.unrest, using: &random)
      replacement = Replacement(
        vblank: vblank, isAddedFirst: random.pick(true, false),
        distance: Int.random(in: 1...60, using: &random), card: Self.card(&random),
        plan: FaultPlan(
          seed: random.next(), vblanks: Self.unrest - vblank + 100, most: random.pick(1, 4)))
    }
  }

  private static func card(_ random: inout RandomSource) -> FakeDisplayConfiguration {
    let refresh = random.pick("60", "60", "59.94", "50", "30", "75", "144")
    var mode = FakeMode(
      PixelSize(width: 32, height: 18), refresh: FakeRefreshRate(refresh) ?? FakeRefreshRate(60),
      isPreferred: true)
    // Crystals differ from what they say.
    if random.once(in: 8) {
      mode = FakeMode(
        timing: mode.timing,
        refresh: FakeRefreshRate(
          Int(mode.refresh.hertz * 1000) + Int.random(in: -20...20, using: &random), per: 1000))
    }
    let names = random.once(in: 3) ? ["HDMI-A-1", "HDMI-A-2"] : ["HDMI-A-1"]
    var card = FakeDisplayConfiguration(
      outputs: names.map { FakeOutput(name: $0, type: 11, modes: [mode]) },
      profile: random.pick(.vblank, .vblank, .noVblank, .hostCopy))
    if names.count > 1, random.pick(true, false) { card.outputs[1].status = .disconnected }
    card.isAtomic = random.pick(true, true, false)
    card.pitchPadding = random.pick(0, 64, 256)
    card.consoleIsLit = random.pick(true, false)
    card.firstSequence = random.pick(1, 1 << 32 - 400, 12_345)
    card.kernel = random.pick(KernelVersion(6, 12), KernelVersion(6, 12), KernelVersion(6, 1))
    card.faults.busyRate = random.once(in: 8) ? random.pick(1, 5) : 0
    card.faults.seed = random.next()
    card.recordLimit = 8192
    return card
  }

  private mutating func makeCommands(_ random: inout RandomSource, within time: Int64) {
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let time = Int64.random(in: 0..<time, using: &random)
      let frame = Int.random(in: 0..<frames, using: &random)
      commands.append((random.pick(.start, .stop, .start, .reverse, .seek(frame: frame)), time))
    }
    commands.sort { $0.time < $1.time }
  }

  static func period(_ card: FakeDisplayConfiguration) -> Double {
    1e9 / card.outputs[0].modes[0].refresh.hertz
  }

  /// The seed and all that was drawn from it.
  public var description: String {
    func text(_ card: FakeDisplayConfiguration) -> String {
      let outputs = card.outputs.map { "\($0.name) \($0.status)" }
      return
        "\(card.profile) \(card.outputs[0].modes[0].refresh.hertz) Hz \(outputs) "
        + "\(card.isAtomic ? "atomic" : "legacy") padding \(card.pitchPadding) "
        + "console \(card.consoleIsLit) first \(card.firstSequence) kernel \(card.kernel) "
        + "busy \(card.faults.busyRate) %"
    }
    var lines = [
      "seed \(seed): \(frames) frames at \(rate), repeat \(configuration.repeatCount), "
        + "reversed \(configuration.isReversed), autoreverses \(configuration.autoreverses), "
        + "late \(configuration.late), at end \(configuration.atEnd), kms \(configuration.kms), "
        + "format \(configuration.format), overlay \(hasOverlay), start \(start)",
      text(card), plan.description,
    ]
    if let replacement {
      lines.append(
        "card1 at vblank \(replacement.vblank), \(replacement.isAddedFirst ? "before" : "after") "
          + "card0 goes, by \(replacement.distance): \(text(replacement.card))")
      lines.append(replacement.plan.description)
    }
    lines += commands.map { "\($0.command) \(Double($0.time) / 1e9) s after the first picture" }
    return lines.joined(separator: "\n")
  }
}
