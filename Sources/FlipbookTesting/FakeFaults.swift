public import Linux

/// What goes wrong on a simulated card, and when; nothing unless told.
///
/// Page flips and buffers are counted from 1, in the order of the calls that a sound card would
/// have granted. May be changed while the card runs, through `FakeCard.faults`.
public struct FakeFaults: Sendable, Hashable {
  // MARK: Flips

  /// Page flips that are refused with EBUSY although none is pending, as some drivers do.
  public var busyFlips: Set<Int> = []
  /// How many of a hundred page flips are refused so, besides; which ones is up to `seed`.
  public var busyRate = 0
  /// Page flips that are refused with ENOMEM.
  public var deniedFlips: Set<Int> = []
  /// Page flips whose picture comes but whose event never does.
  public var lostEvents: Set<Int> = []
  /// Page flips that take this many vblanks more than one.
  public var lateFlips: [Int: Int] = [:]
  /// Page flips whose call takes so many nanoseconds: a burst of EINTR and EAGAIN, which every
  /// device retries until it is over, costs time and nothing else.
  public var slowFlips: [Int: Int64] = [:]

  // MARK: Modes

  /// Mode sets that are refused, and with which errno; counted as flips are.
  public var refusedModeSets: [Int: Errno] = [:]

  // MARK: Times

  /// Whether the first event after a mode set tells a vblank from before it.
  public var staleFirstTimestamp = false
  /// Whether events carry no time.
  public var zeroTimestamps = false
  /// Page flips from which on the vblanks' numbers are so many further on.
  public var sequenceJumps: [Int: UInt64] = [:]

  // MARK: Buffers

  /// Dumb buffers that are refused with ENOMEM.
  public var deniedBuffers: Set<Int> = []
  /// Dumb buffers that cannot be mapped: there is no memory behind them, which hardware with memory
  /// of its own tells only at the first touch.
  public var untouchableBuffers: Set<Int> = []

  // MARK: Others

  /// How many attempts to become master meet another program that has not let go yet.
  public var busyMasterAttempts = 0
  /// How often each change of a cable is told: kernels repeat themselves.
  public var hotplugRepeats = 1
  /// Nanoseconds between those repetitions.
  public var hotplugSpacing: Int64 = 20_000_000
  /// What decides which flips `busyRate` is about.
  public var seed: UInt64 = 0

  /// Makes a card that behaves.
  public init() {}

  /// A number below 100 for a flip, always the same for one seed.
  func roll(_ flip: Int) -> Int {
    var random = FakeRandom(seed: seed &+ UInt64(flip) &* 0x9e37_79b9_7f4a_7c15)
    return Int(random.next() % 100)
  }
}
