/// When an animation runs and how far it is: a pure function of time.
///
/// It waits for `delay` after `start`, then runs through its cycles: one way, or there and back
/// along the same curve. Times are nanoseconds of whatever clock the caller keeps to; all sums are of
/// whole nanoseconds, so that a year later it is exact still.
public struct AnimationTiming: Sendable, Hashable {
  /// From when on the delay counts.
  public var start: Int64
  /// Nanoseconds before it starts; not negative.
  public var delay: Int64
  /// Nanoseconds of one way, not negative; with 0 it has ended when it starts.
  public var duration: Int64
  /// How progress follows time.
  public var curve: Curve
  /// Cycles to run; a fraction ends part-way and stands there.
  public var repeatCount: RepeatCount
  /// Whether a cycle runs there and back: of whole cycles the end is then where it began.
  public var autoreverses: Bool
  /// Whether it shows before the start and after the end.
  public var fill: AnimationFill

  /// Makes a timing; negative lengths count as 0.
  public init(
    start: Int64, delay: Int64 = 0, duration: Int64, curve: Curve = .linear,
    repeatCount: RepeatCount = 1, autoreverses: Bool = false, fill: AnimationFill = .both
  ) {
    self.start = start
    self.delay = max(0, delay)
    self.duration = max(0, duration)
    self.curve = curve
    self.repeatCount = repeatCount
    self.autoreverses = autoreverses
    self.fill = fill
  }

  /// When it begins to run: the start and the delay.
  public var begin: Int64 { Self.sum(start, max(0, delay)) }

  /// When it ends; nil where it never does, or not before the clock's own end.
  public var end: Int64? {
    guard let total else { return nil }
    let end = Int128(begin) + total
    return end < Int128(Int64.max) ? Int64(end) : nil
  }

  /// Nanoseconds of a cycle: one way, or there and back.
  private var cycle: Int128 { Int128(max(0, duration)) * (autoreverses ? 2 : 1) }

  /// Nanoseconds from begin to end; nil for ever.
  private var total: Int128? {
    guard cycle > 0 else { return 0 }
    // More cycles than nanoseconds of any clock are for ever.
    guard case .times(let times) = repeatCount, times < 1e19 else { return nil }
    guard times > 0 else { return 0 }
    let whole = times.rounded(.down)
    return Int128(whole) * cycle + Int128(((times - whole) * Double(cycle)).rounded())
  }

  /// Where it stands at a time.
  public func position(at time: Int64) -> AnimationPosition {
    let passed = Int128(time) - Int128(begin)
    if passed < 0 {
      return position(.before, at: 0, iteration: 0)
    }
    let cycle = cycle
    guard let total, passed >= total else {
      return position(.active, at: passed % cycle, iteration: passed / cycle)
    }
    // Without duration it stands where a way there would have led.
    guard cycle > 0 else { return position(.after, fraction: autoreverses ? 0 : 1, iteration: 0) }
    let isWhole = total > 0 && total % cycle == 0
    return position(
      .after, at: isWhole ? cycle : total % cycle,
      iteration: isWhole ? total / cycle - 1 : total / cycle)
  }

  /// When the way that it is on at a time ends: it turns round, begins anew or has ended.
  ///
  /// Before the start that is the start; nil where it has ended, or never gets there.
  public func wayEnd(after time: Int64) -> Int64? { boundary(after: time, every: duration) }

  /// When the cycle that it is in at a time ends.
  ///
  /// Before the start that is the start; nil where it has ended, or never gets there.
  public func cycleEnd(after time: Int64) -> Int64? {
    boundary(after: time, every: autoreverses ? Self.sum(duration, duration) : duration)
  }

  private func boundary(after time: Int64, every length: Int64) -> Int64? {
    let passed = Int128(time) - Int128(begin)
    guard passed >= 0 else { return begin }
    let total = total
    guard length > 0, total.map({ passed < $0 }) ?? true else { return nil }
    let next = (passed / Int128(length) + 1) * Int128(length)
    let boundary = Int128(begin) + min(next, total ?? next)
    return boundary < Int128(Int64.max) ? Int64(boundary) : nil
  }

  private func position(
    _ phase: AnimationPosition.Phase, at offset: Int128, iteration: Int128
  ) -> AnimationPosition {
    let length = Int128(max(1, duration))
    let isOnWayBack = autoreverses && offset >= length
    let fraction = Double(isOnWayBack ? 2 * length - offset : offset) / Double(length)
    return position(
      phase, fraction: fraction, iteration: Int(clamping: iteration), isOnWayBack: isOnWayBack)
  }

  private func position(
    _ phase: AnimationPosition.Phase, fraction: Double, iteration: Int, isOnWayBack: Bool = false
  ) -> AnimationPosition {
    let isInEffect =
      switch phase {
      case .before: fill.isBackwards
      case .active: true
      case .after: fill.isForwards
      }
    return AnimationPosition(
      phase: phase, fraction: fraction, progress: curve.value(at: fraction), iteration: iteration,
      isOnWayBack: isOnWayBack, isInEffect: isInEffect)
  }

  /// A sum that stops at the clock's end.
  private static func sum(_ time: Int64, _ length: Int64) -> Int64 {
    let (sum, isLonger) = time.addingReportingOverflow(length)
    return isLonger ? .max : sum
  }
}
