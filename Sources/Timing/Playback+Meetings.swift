extension Playback {
  /// When the cycle that the head is in at a time ends, in the direction of its move.
  ///
  /// At the end of the last, part-way or whole, the playback has ended; else the next cycle begins
  /// there. Nil where the head rests, has ended, or gets there in more than a century.
  public func time(ofCycleEndAfter time: Int64) -> Int64? {
    guard isRunning else { return nil }
    let tick = place(at: time)
    guard !hasEnded(at: tick) else { return nil }
    let length = ticksPerFrame * Int128(cycleSteps)
    let cycle = (runsBack ? tick - 1 : tick).flooredQuotient(length)
    let boundary = (runsBack ? cycle : cycle + 1) * length
    return self.time(at: endTick.map { min(max(0, boundary), $0) } ?? boundary)
  }

  /// When the head next comes to a frame from another one.
  ///
  /// Nil where the head rests, ends before that, or gets there in more than a century; also for a
  /// frame that does not exist, and in a sequence of one, where none is entered.
  public func time(enteringFrame frame: Int, after time: Int64) -> Int64? {
    guard isRunning, frameCount > 1, 0..<frameCount ~= frame else { return nil }
    let tick = place(at: time)
    guard !hasEnded(at: tick) else { return nil }
    let present = step(at: tick)
    let steps = Int128(cycleSteps)
    let offset = Int(present - present.flooredQuotient(steps) * steps)
    let distances = (1...cycleSteps).lazy.filter { distance in
      let offset = runsBack ? offset - distance + cycleSteps : offset + distance
      return self.frame(atOffset: offset % cycleSteps) == frame
    }
    guard let distance = distances.first else { return nil }
    // A frame's time is entered at its lower edge, or coming back at its upper one.
    let edge =
      (runsBack ? present - Int128(distance) + 1 : present + Int128(distance)) * ticksPerFrame
    if let endTick, runsBack ? edge <= 0 : edge >= endTick { return nil }
    return self.time(at: edge)
  }
}
