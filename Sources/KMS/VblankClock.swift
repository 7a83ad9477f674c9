/// Tells when each vblank of a screen is, past and to come, from the times that flips report.
///
/// Vblanks are numbered from 0, the one that brought the first picture, in 64 bits; the kernel's
/// 32-bit sequence wraps. A screen without vblank gets a grid of its own. Pure: reads no clock.
public struct VblankClock: Sendable, Equatable {
  /// Where the beat comes from.
  public enum Kind: Sendable, Hashable {
    /// The display's vblank, with a number and a time.
    case hardware
    /// No vblank: a timer at the mode's rate.
    case timer
  }

  /// Where the beat comes from.
  public private(set) var kind: Kind
  /// Nanoseconds of one refresh as the mode says.
  public let nominalPeriod: Double
  /// The last vblank that was reported or worked out for a picture.
  public private(set) var lastVblank: Int64
  /// How often the sequence made a jump that time did not.
  public private(set) var sequenceJumps = 0

  /// In nanoseconds.
  private static let century: Int64 = 100 * 366 * 86_400 * 1_000_000_000

  /// The number of the vblank that brings, or brought, the first picture.
  private let first: Int64
  private var filter: PhaseFilter
  /// What to take from the kernel's unwrapped sequence to get our number; nil until known.
  private var base: Int64?
  private var sampleToSkip = false
  /// Events on end without a usable sequence or time.
  private var blindEvents = 0
  private var sequenceWasSeen = false
  /// The last time that was believed, and how far apart believed sequence and time last were.
  private var lastTimestamp: Int64
  /// When the last picture became visible, as was told.
  private var lastVisible = Int64.min
  private var rate = RateCheck()

  /// Makes a clock that has its vblank 0 at a time.
  ///
  /// - Parameters:
  ///   - kind: where the beat comes from.
  ///   - nominalPeriod: nanoseconds of one refresh, above 0.
  ///   - anchor: when vblank 0 is, or the one with which an earlier clock is followed.
  ///   - earlier: the clock of a screen before, whose vblanks are counted on; nil to count from 0.
  public init(
    kind: Kind, nominalPeriod: Double, anchor: Int64, following earlier: VblankClock? = nil
  ) {
    self.init(
      kind: kind, nominalPeriod: nominalPeriod, anchor: anchor,
      first: earlier.map { max($0.lastVblank + 1, $0.vblank(after: anchor)) } ?? 0)
  }

  private init(kind: Kind, nominalPeriod: Double, anchor: Int64, first: Int64) {
    precondition(nominalPeriod > 0, "a refresh takes time")
    self.kind = kind
    self.nominalPeriod = nominalPeriod
    self.first = first
    lastTimestamp = anchor
    lastVblank = first
    filter = PhaseFilter(
      vblank: first, time: anchor, period: nominalPeriod,
      uncertainty: kind == .timer ? 0 : nominalPeriod / 2)
  }

  /// Nanoseconds of one refresh as observed; for a timer, as the mode says.
  public var period: Double { filter.period }

  // MARK: - Telling the time

  /// When a vblank is or was, in nanoseconds.
  public func time(ofVblank vblank: Int64) -> Int64 { filter.time(of: vblank) }

  /// The first vblank that comes after a time; more than a century ahead counts as that.
  public func vblank(after time: Int64) -> Int64 {
    let time = min(max(time, filter.time - Self.century), filter.time + Self.century)
    var vblank = filter.vblank + Int64(filter.vblanks(to: time).rounded(.up))
    // Rounding may be off by one nanosecond, and so by one vblank.
    while filter.time(of: vblank) <= time { vblank += 1 }
    while filter.time(of: vblank - 1) > time { vblank -= 1 }
    return vblank
  }

  // MARK: - Mode sets

  /// Takes note of a mode set: from which vblank on its picture is on screen, and when that was.
  ///
  /// The first one is vblank 0, or follows those of an earlier clock; later ones go on counting by
  /// time.
  ///
  /// - Parameters:
  ///   - started: before the ioctl.
  ///   - finished: after it.
  ///   - sample: what the kernel then said of the vblank; nil if it could not.
  ///   - kind: whether there are vblanks.
  ///   - isFirst: whether to count from here.
  /// - Returns: when the picture became visible.
  public mutating func noteModeSet(
    from started: Int64, to finished: Int64, sample: VblankSample?, kind: Kind, isFirst: Bool
  ) -> Presentation {
    if isFirst {
      self = VblankClock(
        kind: kind, nominalPeriod: nominalPeriod, anchor: finished,
        first: first == 0 ? 0 : vblank(after: finished))
    }
    self.kind = kind
    sampleToSkip = true
    blindEvents = 0
    sequenceWasSeen = sequenceWasSeen || sample != nil
    rate = RateCheck()
    guard kind == .hardware else {
      let vblank = isFirst ? first : max(lastVblank, vblank(after: finished) - 1)
      lastVblank = vblank
      lastTimestamp = finished
      return Presentation(vblank: vblank, timestamp: finished)
    }
    var visible = finished
    var ahead = 0.0
    // A time from before the last refresh is left over from before the mode set.
    let oldest = started - Int64(1.25 * nominalPeriod)
    let sample = sample.flatMap { $0.timestamp > oldest && $0.timestamp > 0 ? $0 : nil }
    if let sample {
      // A driver waits for the vblank that brings the picture: the last one in the ioctl. One that
      // does not wait leaves an older time, and the next vblank brings it.
      let distance = Double(finished - sample.timestamp) / filter.period
      let room = Double(started - sample.timestamp) / filter.period
      ahead =
        room <= 0
        ? max(min(distance.rounded(.down), 0), room.rounded(.up)) : distance.rounded(.up)
      visible = sample.timestamp + Int64((ahead * filter.period).rounded())
      // The vblank that brought the picture before this one cannot bring this one too.
      if !isFirst, visible - Int64(filter.period / 2) <= lastVisible {
        ahead += 1
        visible += Int64(filter.period.rounded())
      }
    }
    let counted = isFirst ? first : max(lastVblank + 1, vblank(after: visible - Int64(period / 2)))
    lastVblank = counted
    lastTimestamp = visible
    lastVisible = visible
    base = sample.map { Int64(bitPattern: $0.sequence) + Int64(ahead) - counted }
    filter.restart(
      vblank: counted, time: visible, uncertainty: sample == nil ? nominalPeriod / 2 : 0)
    return Presentation(vblank: counted, timestamp: visible)
  }

  // MARK: - Flips

  /// Takes a completed flip in.
  ///
  /// The first after a mode set may tell an old vblank and so does not move the clock; a time of 0
  /// or out of line does not either.
  ///
  /// - Parameters:
  ///   - sequence: the vblank's number; 0 from a driver without vblank.
  ///   - timestamp: when it was.
  ///   - now: when the event was read.
  /// - Returns: the vblank in our numbers and its time, mended where the kernel's was none.
  public mutating func record(sequence: UInt32, timestamp: Int64, now: Int64) -> Presentation {
    returnToVblanks(sequence: sequence, timestamp: timestamp, now: now)
    let presentation =
      kind == .timer
      ? recordOnGrid(timestamp: timestamp, now: now)
      : recordVblank(sequence: sequence, timestamp: timestamp, now: now)
    lastVblank = presentation.vblank
    lastVisible = presentation.timestamp
    return presentation
  }

  /// Takes a flip in of whose completion nobody told: it came with the first vblank that it could.
  ///
  /// - Parameters:
  ///   - submitted: when it was asked for.
  ///   - now: by when it was done.
  mutating func recordSilent(submitted: Int64, now: Int64) -> Presentation {
    let soonest = kind == .hardware ? vblank(after: submitted) : vblank(after: submitted) - 1
    let number = kind == .hardware ? max(lastVblank + 1, soonest) : max(lastVblank, soonest)
    lastVblank = number
    lastVisible = min(now, max(submitted, time(ofVblank: number)))
    return Presentation(vblank: number, timestamp: lastVisible)
  }

  private mutating func recordOnGrid(timestamp: Int64, now: Int64) -> Presentation {
    // A time from before the last picture, or from the future, is none.
    let time = timestamp > lastTimestamp && timestamp <= now ? timestamp : now
    lastTimestamp = max(lastTimestamp, time)
    // Microseconds are cut off the kernel's time: on the stroke is not before it.
    let vblank = vblank(after: time + Int64(period / 16)) - 1
    return Presentation(vblank: max(lastVblank, vblank), timestamp: time)
  }

  private mutating func recordVblank(sequence: UInt32, timestamp: Int64, now: Int64)
    -> Presentation
  {
    let skips = sampleToSkip
    sampleToSkip = false
    guard timestamp > lastTimestamp, timestamp <= now + Int64(period), sequence != 0 else {
      blindEvents += timestamp <= 0 || sequence == 0 ? 1 : 0
      // One number of four milliards is 0 on a real vblank as well.
      if blindEvents >= (sequenceWasSeen ? 3 : 1), timestamp <= 0 || sequence == 0 {
        becomeTimer()
      }
      let vblank = nextByTime(now)
      return Presentation(vblank: vblank, timestamp: min(now, time(ofVblank: vblank)))
    }
    blindEvents = 0
    sequenceWasSeen = true
    lastTimestamp = timestamp
    let expected = Double(filter.vblank) + filter.vblanks(to: timestamp)
    let vblank = number(of: sequence, expected: expected)
    guard !skips else {
      let number = vblank ?? max(lastVblank + 1, Int64(expected.rounded()))
      return Presentation(vblank: number, timestamp: timestamp)
    }
    if let vblank {
      filter.add(vblank: vblank, time: timestamp)
      _ = rate.add(sequence: sequence, timestamp: timestamp, isNear: true)
      return Presentation(vblank: vblank, timestamp: timestamp)
    }
    let number = rebase(sequence: sequence, timestamp: timestamp, expected: expected)
    return Presentation(vblank: number, timestamp: timestamp)
  }

  /// Our number for a sequence: what is nearest to time's opinion among those that wrap to it.
  ///
  /// - Returns: nil where sequence and time contradict each other, or nothing is known yet.
  private func number(of sequence: UInt32, expected: Double) -> Int64? {
    guard let base else { return nil }
    let byTime = Int64(expected.rounded())
    let vblank = byTime + Int64(Int32(truncatingIfNeeded: Int64(sequence) &- base &- byTime))
    // Over a long gap a period that is a little wrong adds up; the sequence is right then.
    let slack = 0.6 + 0.002 * (expected - Double(filter.vblank))
    return abs(Double(vblank) - expected) <= slack && vblank > lastVblank ? vblank : nil
  }

  /// Counts on from a sequence that is new, by time.
  private mutating func rebase(sequence: UInt32, timestamp: Int64, expected: Double) -> Int64 {
    let vblank = max(lastVblank + 1, Int64(expected.rounded()))
    if base == nil {
      filter.add(vblank: vblank, time: timestamp)
    } else {
      sequenceJumps += 1
      if let period = rate.add(sequence: sequence, timestamp: timestamp, isNear: false) {
        filter = PhaseFilter(vblank: vblank, time: timestamp, period: period, uncertainty: 0)
      }
    }
    base = Int64(sequence) - vblank
    return vblank
  }

  /// The vblank that was last by `now`, but later than all before it.
  private func nextByTime(_ now: Int64) -> Int64 { max(lastVblank + 1, vblank(after: now) - 1) }

  /// A display that had vblanks, and whose events told none for a while, has them again.
  private mutating func returnToVblanks(sequence: UInt32, timestamp: Int64, now: Int64) {
    guard kind == .timer, sequenceWasSeen, sequence != 0, timestamp > lastTimestamp,
      timestamp <= now
    else { return }
    kind = .hardware
    blindEvents = 0
    let vblank = max(lastVblank + 1, vblank(after: timestamp - Int64(period / 2)))
    base = Int64(sequence) - vblank
    filter.restart(vblank: vblank - 1, time: timestamp - Int64(period), uncertainty: 0)
  }

  private mutating func becomeTimer() {
    kind = .timer
    filter = PhaseFilter(
      vblank: filter.vblank, time: filter.time, period: nominalPeriod, uncertainty: 0)
  }
}
