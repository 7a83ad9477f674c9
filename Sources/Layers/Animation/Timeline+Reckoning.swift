extension Timeline {
  /// Finds out when waiting runs start.
  ///
  /// A run starts as a whole, when everything before it that its properties wait for has ended. What
  /// is going to take over is played through, so that what it displaces keeps nobody waiting.
  func reckon(at time: Int64) {
    var time = time
    var waiting = runs.filter { $0.phase == .waiting }
    var displaced: Set<ObjectIdentifier> = []
    while !waiting.isEmpty {
      for run in waiting { reckon(run, at: time, without: displaced) }
      let takers = waiting.filter { $0.isTakingOver && $0.start != nil }
      guard let taker = takers.min(by: { $0.startsBefore($1) }) else { return }
      time = max(time, taker.start ?? time)
      for track in taker.tracks {
        guard let motion = track.layer?[motionOf: track.property],
          let index = motion.index(of: track)
        else { continue }
        displaced.formUnion(motion.tracks[..<index].map { ObjectIdentifier($0) })
      }
      waiting.removeAll { $0 === taker || $0.startsBefore(taker) }
      for run in waiting where run.isDisplaced(by: displaced) { run.start = nil }
      waiting.removeAll { $0.isDisplaced(by: displaced) }
    }
  }

  private func reckon(_ run: AnimationRun, at time: Int64, without displaced: Set<ObjectIdentifier>)
  {
    let wasKnown = run.isReckoned
    run.isReckoned = true
    guard var start = unblocked(run, without: displaced) else {
      run.start = nil
      return
    }
    // What was in its way until now does not let it start in the past.
    if wasKnown, start < time { start = max(start, min(run.start ?? time, time)) }
    run.start = start
  }

  private func unblocked(_ run: AnimationRun, without displaced: Set<ObjectIdentifier>) -> Int64? {
    var start = run.begin
    guard !run.isTakingOver else { return start }
    for track in run.tracks where !displaced.contains(ObjectIdentifier(track)) {
      guard let motion = track.layer?[motionOf: track.property],
        let index = motion.index(of: track)
      else { continue }
      for other in motion.tracks[..<index].reversed()
      where !displaced.contains(ObjectIdentifier(other)) {
        guard let end = other.run.end else { return nil }
        start = max(start, end)
      }
    }
    return start
  }
}

extension AnimationRun {
  /// Whether it starts before another, of those at the same time in the order of commit.
  fileprivate func startsBefore(_ other: AnimationRun) -> Bool {
    guard let start else { return false }
    return other.start.map { (start, order) < ($0, other.order) } ?? true
  }

  /// Whether all that it moves has been taken over.
  fileprivate func isDisplaced(by displaced: Set<ObjectIdentifier>) -> Bool {
    !tracks.isEmpty && tracks.allSatisfy { displaced.contains(ObjectIdentifier($0)) }
  }
}
