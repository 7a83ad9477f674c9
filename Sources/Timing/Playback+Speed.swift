extension Playback {
  /// How fast time moves the head; 1 is the rate itself.
  public var speed: Double { Double(speedTicks) / Double(speedParts) }

  /// Lets the head move at another speed from its place at `time` on.
  ///
  /// - Parameters:
  ///   - speed: more than 0, at most 1000; in millionths, to the nearest.
  ///   - time: when the speed changes.
  public mutating func setSpeed(_ speed: Double, at time: Int64) {
    precondition(speed > 0 && speed <= 1000, "a speed is more than 0 and at most 1000")
    let millionths = max(1, Int64((speed * 1_000_000).rounded()))
    let divisor = FrameRate.greatestCommonDivisor(millionths, 1_000_000)
    let place = place(at: time) * Int128(1_000_000 / divisor)
    // Rounded against its way the head stays in its frame, whose edges are whole ticks at any speed.
    let (quotient, rest) = place.quotientAndRemainder(dividingBy: Int128(speedParts))
    let floor = rest < 0 ? quotient - 1 : quotient
    anchorTick = runsBack && rest != 0 ? floor + 1 : floor
    anchorTime = isRunning ? max(anchorTime, time) : time
    speedTicks = millionths / divisor
    speedParts = 1_000_000 / divisor
  }
}
