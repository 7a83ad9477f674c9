public import Linux
import Pixels

/// Something that goes wrong on a simulated card at a moment of a run.
public enum Fault: Sendable, Hashable {
  /// So many flips in a row are refused with EBUSY although none is pending.
  case busyFlips(Int)
  /// The next flip is refused with ENOMEM.
  case deniedFlip
  /// The next flip's picture comes, and its event never does.
  case lostEvent
  /// The next flip takes so many vblanks more than one.
  case lateFlip(Int)
  /// The next flip's call takes so many nanoseconds, as where signals interrupt it again and again.
  case slowFlip(Int64)
  /// So many of the next mode sets are refused, with this errno.
  case refusedModeSets(Int, Errno)
  /// The vblanks' numbers are so many further on from the next flip on.
  case sequenceJump(UInt64)
  /// The first event after each mode set tells a vblank from before it, from now on.
  case staleFirstTimestamps
  /// Events carry no time, until the time given in vblanks has passed.
  case zeroTimestamps(Int)
  /// The `nth` dumb buffer from now on is refused with ENOMEM.
  case deniedBuffer(nth: Int)
  /// The `nth` dumb buffer from now on has no memory behind it.
  case untouchableBuffer(nth: Int)
  /// The display is out for so many vblanks; the one that comes then is another where it has modes.
  case unplug(Int, next: [FakeMode]?)
  /// The display loses what it is sent, until a mode is set.
  case brokenLink
  /// Another program is master for so many vblanks, and may take all pictures away.
  case stolenMaster(Int, clearsScreen: Bool)
  /// Another program shows a picture of its own for so many vblanks.
  case otherPicture(Int)
  /// The terminal in front goes back to text.
  case console
}

/// What goes wrong on a simulated card and when: drawn from a seed, printed, and played again.
///
///     let plan = FaultPlan(seed: 42, vblanks: 2000)
///     plan.apply(to: device.card)
///     // … run the program; where it fails, print `plan` and run the same seed again.
///
/// Moments are counted in refreshes of the card's first mode, from when the plan is applied, so that
/// they do not depend on what is lit. The same seed gives the same plan on every machine.
public struct FaultPlan: Sendable, Hashable, CustomStringConvertible {
  /// A fault and its moment.
  public struct Entry: Sendable, Hashable {
    /// Refreshes from the start.
    public var vblank: Int
    /// What goes wrong.
    public var fault: Fault

    /// Makes an entry.
    public init(vblank: Int, fault: Fault) {
      self.vblank = vblank
      self.fault = fault
    }
  }

  /// The seed that it was drawn from; nil for one that was written down.
  public let seed: UInt64?
  /// What happens, earliest first.
  public var entries: [Entry]
  /// How often each change of a cable is told.
  public var hotplugRepeats = 1

  /// Writes a plan down.
  public init(_ entries: [Entry]) {
    seed = nil
    self.entries = entries.sorted { $0.vblank < $1.vblank }
  }

  /// Draws a plan.
  ///
  /// - Parameters:
  ///   - seed: what it is drawn from.
  ///   - vblanks: how long faults come.
  ///   - most: how many there are at most; at least 1.
  public init(seed: UInt64, vblanks: Int, most: Int = 12) {
    var random = FakeRandom(seed: seed)
    self.seed = seed
    hotplugRepeats = Int.random(in: 1...3, using: &random)
    let count = Int.random(in: 1...max(1, most), using: &random)
    let drawn = (0..<count).map { _ in
      Entry(
        vblank: Int.random(in: 0..<max(1, vblanks), using: &random),
        fault: Self.fault(&random))
    }
    entries = drawn.sorted { $0.vblank < $1.vblank }
  }

  private static func fault(_ random: inout FakeRandom) -> Fault {
    switch Int.random(in: 0..<18, using: &random) {
    case 0: .busyFlips(Int.random(in: 1...3, using: &random))
    // A storm of them.
    case 1: .busyFlips(Int.random(in: 10...60, using: &random))
    case 2: .deniedFlip
    case 3, 4: .lostEvent
    case 5: .lateFlip(Int.random(in: 1...5, using: &random))
    case 6: .lateFlip(Int.random(in: 30...90, using: &random))
    case 7: .slowFlip(Int64.random(in: 1...50, using: &random) * 1_000_000)
    case 8: .sequenceJump(UInt64.random(in: 1...5_000_000_000, using: &random))
    case 9: .staleFirstTimestamps
    case 10: .zeroTimestamps(Int.random(in: 1...120, using: &random))
    case 11: .deniedBuffer(nth: Int.random(in: 1...3, using: &random))
    case 12: .untouchableBuffer(nth: Int.random(in: 1...3, using: &random))
    case 13:
      .unplug(
        Int.random(in: 1...240, using: &random),
        next: Bool.random(using: &random) ? nil : [otherMode(&random)])
    case 14: .brokenLink
    case 15:
      Bool.random(using: &random)
        ? .stolenMaster(
          Int.random(in: 1...180, using: &random), clearsScreen: Bool.random(using: &random))
        : .otherPicture(Int.random(in: 1...180, using: &random))
    case 16:
      .refusedModeSets(
        Int.random(in: 1...4, using: &random),
        [.noMemory, .invalidArgument, .inputOutput, .busy][Int.random(in: 0..<4, using: &random)])
    default: .console
    }
  }

  private static func otherMode(_ random: inout FakeRandom) -> FakeMode {
    let sizes = [(32, 18), (48, 27), (64, 48), (40, 40)]
    let rates = [
      FakeRefreshRate(60), FakeRefreshRate(60_000, per: 1001), FakeRefreshRate(50),
      FakeRefreshRate(30), FakeRefreshRate(1, per: 2), FakeRefreshRate(240),
    ]
    let (width, height) = sizes[Int.random(in: 0..<sizes.count, using: &random)]
    return FakeMode(
      PixelSize(width: width, height: height),
      refresh: rates[Int.random(in: 0..<rates.count, using: &random)], isPreferred: true)
  }

  /// The refresh by which the last fault is over.
  public var lastVblank: Int { entries.map { $0.vblank + $0.fault.vblanks }.max() ?? 0 }

  /// The seed, and a line for each fault.
  public var description: String {
    let heading = seed.map { "FaultPlan(seed: \($0))" } ?? "FaultPlan"
    let lines = entries.map { "  at vblank \($0.vblank): \($0.fault)" }
    return ([heading + ", changes told \(hotplugRepeats) times"] + lines).joined(separator: "\n")
  }
}

extension Fault {
  /// How many refreshes it goes on; those that wait for a call go on until that is made.
  public var vblanks: Int {
    switch self {
    case .zeroTimestamps(let count), .unplug(let count, _), .stolenMaster(let count, _),
      .otherPicture(let count), .lateFlip(let count):
      count
    default: 0
    }
  }
}
