/// Finds the line through noisy vblank times: when a vblank was, and how long one takes.
///
/// A Kalman filter of phase and period. It averages jitter over some hundred vblanks, follows a
/// display clock that drifts against the kernel's, and after a long gap trusts the next time the
/// more, the longer the gap was. Pure; all times in nanoseconds.
struct PhaseFilter: Sendable, Equatable {
  /// Spread of a timestamp around the true vblank.
  private static let jitter = 50_000.0
  /// Vblanks that are averaged over, about.
  private static let memory = 256.0
  /// How far the real period may be from the mode's: displays are let off by 0.1 % at most.
  private static let tolerance = 1e-3
  /// A pause after which the beat is taken from the next time, whatever it was before.
  private static let idleLimit = 1e9
  /// A clock that was off for so many times on end is off for good.
  private static let rejectionLimit = 4

  /// A vblank's number, and when it was: whole nanoseconds and the rest.
  private(set) var vblank: Int64
  private(set) var time: Int64
  private var fraction = 0.0
  /// Nanoseconds from one vblank to the next.
  private(set) var period: Double
  /// Times that were out of line, on end.
  private(set) var rejections = 0

  private var phaseVariance: Double
  private var crossVariance = 0.0
  private var periodVariance: Double

  /// Starts from one vblank's time, known to within `uncertainty`.
  init(vblank: Int64, time: Int64, period: Double, uncertainty: Double) {
    self.vblank = vblank
    self.time = time
    self.period = period
    phaseVariance = max(uncertainty * uncertainty, Self.jitter * Self.jitter)
    let spread = period * Self.tolerance
    periodVariance = spread * spread
  }

  /// Starts anew from another vblank; what was learned of the period is kept.
  mutating func restart(vblank: Int64, time: Int64, uncertainty: Double) {
    let (period, variance) = (period, periodVariance)
    self = PhaseFilter(vblank: vblank, time: time, period: period, uncertainty: uncertainty)
    periodVariance = variance
  }

  /// When a vblank is or was, as far as known.
  func time(of vblank: Int64) -> Int64 {
    time + Int64((fraction + Double(vblank - self.vblank) * period).rounded())
  }

  /// How many vblanks after the filter's own a time lies.
  func vblanks(to time: Int64) -> Double { (Double(time - self.time) - fraction) / period }

  /// Takes a vblank's time in; what is out of line is rejected, unless it stays so.
  mutating func add(vblank: Int64, time: Int64) {
    let steps = Double(vblank - self.vblank)
    guard steps > 0 else { return }
    // The period wanders by some tenths of a nanosecond a vblank.
    let wander = Self.jitter * Self.jitter / (Self.memory * Self.memory * Self.memory * Self.memory)
    // A driver may stop counting while nobody asks, and begin on another beat when someone does.
    let restart = steps * period > Self.idleLimit ? period * period / 4 : 0
    let phase =
      phaseVariance + 2 * steps * crossVariance + steps * steps * periodVariance
      + wander * steps * steps * steps / 3 + restart
    let cross = crossVariance + steps * periodVariance + wander * steps * steps / 2
    let noise = Self.jitter * Self.jitter
    let innovation = phase + noise
    let error = Double(time - self.time) - fraction - steps * period
    guard abs(error) <= max(5 * innovation.squareRoot(), period / 10) else {
      rejections += 1
      if rejections >= Self.rejectionLimit {
        // The screen's clock was set anew; the period is kept, since it did not change.
        self = PhaseFilter(
          vblank: vblank, time: time, period: period, uncertainty: Self.jitter)
      }
      return
    }
    rejections = 0
    let phaseGain = phase / innovation
    let periodGain = cross / innovation
    let moved = fraction + steps * period + phaseGain * error
    let whole = moved.rounded(.down)
    self.vblank = vblank
    self.time += Int64(whole)
    fraction = moved - whole
    period += periodGain * error
    phaseVariance = (1 - phaseGain) * phase
    periodVariance = periodVariance + steps * wander - periodGain * cross
    crossVariance = (1 - phaseGain) * cross
  }
}
