/// What goes wrong on a simulated card, and when; nothing unless told.
///
/// Page flips and buffers are counted from 1, in the order of the calls that a sound card would
/// have granted. May be changed while the card runs, through `FakeKMSDevice.faults`.
public struct FakeFaults: Sendable, Hashable {
  /// Page flips that are refused with EBUSY although none is pending, as some drivers do.
  public var busyFlips: Set<Int> = []
  /// Page flips whose picture comes but whose event never does.
  public var lostEvents: Set<Int> = []
  /// Page flips that take this many vblanks more than one.
  public var lateFlips: [Int: Int] = [:]
  /// Dumb buffers that are refused with ENOMEM.
  public var deniedBuffers: Set<Int> = []
  /// Whether the first event after a mode set tells a vblank from before it.
  public var staleFirstTimestamp = false
  /// How many attempts to become master meet another program that has not let go yet.
  public var busyMasterAttempts = 0

  /// Makes a card that behaves.
  public init() {}
}
