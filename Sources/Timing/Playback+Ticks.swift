// The line of frame times in ticks.
extension Playback {
  var ticksPerFrame: Int128 { frameTicks * Int128(speedParts) }

  /// Where the line ends; nil for what is longer than any clock runs.
  var endTick: Int128? {
    guard let (tick, isLonger) = endTicks?.multipliedReportingOverflow(by: Int128(speedParts))
    else { return nil }
    return isLonger ? nil : tick
  }

  var ticksPerNanosecond: Int128 { Int128(rate.numerator) * Int128(speedTicks) }

  func place(at time: Int64) -> Int128 {
    guard isRunning, time > anchorTime else { return anchorTick }
    let (passed, isLonger) = (Int128(time) - Int128(anchorTime))
      .multipliedReportingOverflow(by: ticksPerNanosecond)
    // Longer than any clock runs at a rate that is shown: what ends has ended, the rest stands.
    if isLonger { return endTick.map { runsBack ? 0 : $0 } ?? anchorTick }
    let tick = runsBack ? anchorTick - passed : anchorTick + passed
    guard let endTick else { return tick }
    return min(max(0, tick), endTick)
  }

  /// When the head gets to a tick; nil for what lies beyond every clock's end.
  func time(at tick: Int128) -> Int64? {
    let ticks = runsBack ? anchorTick - tick : tick - anchorTick
    let passed = (ticks + ticksPerNanosecond - 1) / ticksPerNanosecond
    return passed < Self.longestWait ? anchorTime + Int64(passed) : nil
  }

  /// The frame time that holds a tick: forwards its lower edge belongs to it, backwards its upper.
  func step(at tick: Int128) -> Int128 {
    let step = (runsBack ? tick - 1 : tick).flooredQuotient(ticksPerFrame)
    guard let endTick else { return step }
    return min(max(0, step), (endTick - 1).flooredQuotient(ticksPerFrame))
  }

  func hasEnded(at tick: Int128) -> Bool {
    guard let endTick else { return false }
    return runsBack ? tick <= 0 : tick >= endTick
  }

  /// Whether the head leaves a place in the cycle on the way back; each end belongs to the way
  /// that the head takes next.
  func isWayBack(_ offset: Int) -> Bool {
    guard autoreverses, frameCount > 1 else { return false }
    return runsBack ? offset == 0 || offset >= frameCount : offset >= frameCount - 1
  }

  func frame(atOffset offset: Int) -> Int {
    let frame = offset < frameCount ? offset : 2 * (frameCount - 1) - offset
    return isReversed ? frameCount - 1 - frame : frame
  }
}

extension Int128 {
  /// The quotient rounded down, for negative numbers too.
  func flooredQuotient(_ divisor: Int128) -> Int128 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
