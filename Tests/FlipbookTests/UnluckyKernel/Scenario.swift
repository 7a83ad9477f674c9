import Flipbook
import FlipbookTesting
import Pixels
import TestSupport
import Timing

/// A card, what goes wrong on it, what is played and what is asked meanwhile: all from one seed.
struct Scenario {
  let seed: UInt64
  var card: FakeDisplayConfiguration
  var rate: FrameRate
  var frames: Int
  var configuration = PlayerConfiguration()
  var commands: [(command: Command, time: Int64)] = []
  /// The last flip that something happens to; 0 for none.
  var lastFault = 0

  /// - Parameter obeys: whether commands come while it plays.
  init(seed: UInt64, obeys: Bool) {
    var random = RandomSource(seed: seed)
    self.seed = seed
    let refresh = random.pick("60", "59.94", "50", "30", "75")
    card = FakeDisplayConfiguration(
      size: PixelSize(width: 32, height: 18),
      refresh: FakeRefreshRate(refresh) ?? FakeRefreshRate(60),
      profile: random.pick(.vblank, .vblank, .noVblank, .hostCopy))
    card.pitchPadding = random.pick(0, 64, 256)
    card.consoleIsLit = random.pick(true, false)
    card.firstSequence = random.pick(1, 1 << 32 - 40, 12_345)
    rate =
      FrameRate(parsing: random.pick("24", "25", "23.976", "30", "60", "15", "1")) ?? .standard
    frames = random.pick(1, 2, 3, 5, 16, 40)
    configuration.pace = .rate(rate)
    configuration.repeatCount = random.pick(.forever, .forever, .times(1), .times(2), .times(1.5))
    configuration.isReversed = random.pick(true, false)
    configuration.autoreverses = random.pick(true, false)
    configuration.late = random.pick(.drop, .drop, .slow)
    configuration.atEnd = random.pick(.restore, .restore, .black, .hold)
    configuration.timeLimit = 5_000_000_000
    configuration.displayPatience = 0
    if random.pick(true, false) { makeUnlucky(&random) }
    if obeys { makeCommands(&random) }
  }

  private mutating func makeUnlucky(_ random: inout RandomSource) {
    func flips(_ random: inout RandomSource, _ most: Int) -> [Int] {
      (0..<Int.random(in: 0...most, using: &random)).map { _ in
        Int.random(in: 1...24, using: &random)
      }
    }
    card.faults.busyFlips = Set(flips(&random, 3))
    card.faults.lostEvents = Set(flips(&random, 2))
    for flip in flips(&random, 3) {
      card.faults.lateFlips[flip] = Int.random(
        in: 1...(random.once(in: 6) ? 90 : 4), using: &random)
    }
    card.faults.staleFirstTimestamp = random.pick(true, false)
    lastFault = max(
      card.faults.busyFlips.max() ?? 0, card.faults.lostEvents.max() ?? 0,
      card.faults.lateFlips.keys.max() ?? 0)
    if random.once(in: 12) { card.faults.deniedBuffers = [Int.random(in: 1...3, using: &random)] }
    if random.once(in: 16) { card.masterIsHeldByAnother = true }
  }

  private mutating func makeCommands(_ random: inout RandomSource) {
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let time = Int64.random(in: 0..<3_000_000_000, using: &random)
      let frame = Int.random(in: 0..<frames, using: &random)
      let command: Command = random.pick(
        .start, .stop, .toggle, .toggle, .reverse, .reverse, .seek(frame: frame))
      commands.append((command, time))
      // In the same breath, too.
      if random.once(in: 4) { commands.append((random.pick(.reverse, .toggle, .stop), time)) }
    }
    commands.sort { $0.time < $1.time }
  }

  var description: String {
    """
    seed \(seed): \(card.profile) \(card.outputs[0].modes[0].refresh) Hz, \(rate) fps, \
    \(frames) frames, \(configuration.repeatCount) reversed \(configuration.isReversed) \
    auto \(configuration.autoreverses) late \(configuration.late) end \(configuration.atEnd) \
    console \(card.consoleIsLit) first \(card.firstSequence) held \(card.masterIsHeldByAnother) \
    \(card.faults) \(commands.map { "\($0.time) \($0.command)" })
    """
  }
}
