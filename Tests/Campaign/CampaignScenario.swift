import Flipbook
import FlipbookTesting
import KMS
import Pixels
import TestSupport
import Timing

/// A machine, what goes wrong on it, what is played and what is asked meanwhile: all from a seed.
public struct CampaignScenario {
  /// Another terminal in front for a while.
  struct Absence {
    /// Refreshes from the start until it comes, and until it goes again.
    var vblanks: Range<Int>
    /// What is done with the displays meanwhile.
    var visitor: Visitor
  }

  /// Who has the displays while another terminal is in front.
  enum Visitor: CaseIterable {
    /// The console.
    case console
    /// A program that shows a picture, and has ended before the player's terminal is back.
    case guest
    /// One that stays master for some refreshes more.
    case squatter
  }

  /// What it is drawn from.
  public let seed: UInt64
  var cards: [CampaignCard] = []
  /// Whether several outputs are played on.
  var isEnsemble = false
  /// Whether the player has a terminal.
  var hasTerminal = false
  var absences: [Absence] = []
  var rate: FrameRate
  var frames: Int
  /// How many frames each output shows that has a source of its own.
  var framesByOutput: [String: Int] = [:]
  var hasOverlay: Bool
  /// Whether the playback may end amid the trouble, and the run with it.
  var endsEarly = false
  var configuration = PlayerConfiguration()
  /// Commands and when, in nanoseconds after the first picture.
  var commands: [(command: Command, time: Int64)] = []

  /// Refreshes that a run goes on for.
  public static let vblanks = 2000
  /// Refreshes in which faults begin.
  static let unrest = 1300

  /// Nanoseconds of what is counted in refreshes.
  let period: Double

  /// Draws one.
  public init(seed: UInt64) {
    var random = RandomSource(seed: seed)
    self.seed = seed
    isEnsemble = seed % 6 == 5
    cards = isEnsemble ? Self.manyOutputs(&random) : Self.oneOutput(&random)
    period = cards[0].period
    let text = random.pick("24", "25", "23.976", "30", "60", "15", "10", "1")
    rate = FrameRate(parsing: text) ?? .standard
    frames = CampaignPictures.counts.randomElement(using: &random) ?? 1
    hasOverlay = random.once(in: 4)
    configuration.pace = .rate(rate)
    configuration.isReversed = random.pick(true, false)
    configuration.atEnd = random.pick(.restore, .restore, .black, .hold)
    configuration.kms = random.pick(.automatic, .automatic, .legacy)
    configuration.format = random.pick(.xrgb8888, .xrgb8888, .xrgb8888, .automatic)
    configuration.timeLimit = time(Self.vblanks)
    configuration.checkInterval = 500_000_000
    configuration.displayPatience = 60_000_000_000
    if isEnsemble { arrange(&random) }
    if !isEnsemble, random.once(in: 8), !hasOverlay { configuration.late = .slow }
    if random.once(in: 4), configuration.arrangement != .each {
      frames = 24
      configuration.late = .drop
      makeCommands(&random, within: time(Self.unrest + 200))
    } else if configuration.late == .drop {
      configuration.autoreverses = random.once(in: 3)
      if random.once(in: 4), configuration.arrangement != .each { makeEnd(&random) }
    }
    if random.once(in: 6) { makeAbsences(&random) }
  }

  /// Nanoseconds of so many refreshes.
  func time(_ vblanks: Int) -> Int64 { Int64(Double(vblanks) * period) }

  /// Lets the playback end: once the run has had all its refreshes, or, seldom, amid the trouble.
  private mutating func makeEnd(_ random: inout RandomSource) {
    endsEarly = random.once(in: 8)
    let wanted = time(
      endsEarly
        ? Int.random(in: 50...Self.unrest, using: &random)
        : Int.random(in: Self.vblanks...Self.vblanks + 200, using: &random))
    let steps = configuration.autoreverses && frames > 1 ? 2 * frames - 2 : frames
    let cycle = Double(steps) * rate.frameNanoseconds
    configuration.repeatCount = .times((Double(wanted) / cycle).rounded(.up))
    configuration.timeLimit = time(Self.vblanks + 200) + Int64(cycle)
  }

  private mutating func makeCommands(_ random: inout RandomSource, within time: Int64) {
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let time = Int64.random(in: 0..<time, using: &random)
      let frame = Int.random(in: 0..<frames, using: &random)
      commands.append((random.pick(.start, .stop, .start, .reverse, .seek(frame: frame)), time))
    }
    commands.sort { $0.time < $1.time }
  }

  private mutating func makeAbsences(_ random: inout RandomSource) {
    hasTerminal = true
    var vblank = 0
    for _ in 0..<random.pick(1, 1, 2, 3) {
      let start = vblank + Int.random(in: 5...400, using: &random)
      let end = start + Int.random(in: 3...200, using: &random)
      guard end < Self.unrest else { break }
      absences.append(
        Absence(
          vblanks: start..<end,
          visitor: Visitor.allCases.randomElement(using: &random) ?? .console))
      vblank = end + 280
    }
  }
}
