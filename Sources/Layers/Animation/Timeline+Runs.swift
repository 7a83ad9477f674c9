extension Timeline {
  /// Gives the runs of the closed blocks their times.
  func commit(at time: Int64) {
    for run in closed {
      run.commit(at: time, order: nextOrder())
      runs.append(run)
      // All that it changed was set otherwise while the block was open.
      if run.tracks.isEmpty, run.wasCut { end(run, finished: false, at: time) }
    }
    closed = []
    reckon(at: time)
  }

  func begin(_ run: AnimationRun) {
    guard run.phase == .waiting, let asked = run.start else { return }
    run.phase = .running
    // Of a start that was past at the commit nobody could have been told before.
    let start = max(asked, run.committed)
    if let willStart = run.willStart {
      note(start, run.order, .start) { [id = run.id, context = run.context] in
        willStart(id, context)
      }
    }
    for track in run.tracks {
      guard let layer = track.layer, var motion = layer[motionOf: track.property],
        let index = motion.index(of: track)
      else { continue }
      track.from = motion.start(ofTrackAt: index)
      let earlier = motion.tracks[..<index]
      motion.tracks.removeSubrange(..<index)
      layer[motionOf: track.property] = motion
      for other in earlier { cut(other, at: start) }
      if !earlier.isEmpty { reckon(at: start) }
    }
  }

  /// Ends a run that ran its time: its properties stay where they are on screen.
  func finish(_ run: AnimationRun) {
    guard run.phase == .running, let time = run.end else { return }
    for track in run.tracks {
      guard let layer = track.layer, var motion = layer[motionOf: track.property],
        let index = motion.index(of: track)
      else { continue }
      motion.base = track.value(at: time, from: motion.start(ofTrackAt: index))
      motion.tracks.remove(at: index)
      if motion.tracks.isEmpty { layer.model[track.property] = motion.base }
      layer[motionOf: track.property] = motion.tracks.isEmpty ? nil : motion
      if track.property == .content { layer.scene?.noteContents() }
    }
    end(run, finished: !run.wasCut, at: time)
  }

  /// Stops a run: what waits behind it starts from what is on screen, else that jumps to the model.
  func remove(_ run: AnimationRun, at time: Int64) {
    for track in run.tracks {
      guard let layer = track.layer, var motion = layer[motionOf: track.property],
        let index = motion.index(of: track)
      else { continue }
      if track.run.hasStarted(at: time) { motion.base = motion.value(at: time) }
      motion.tracks.remove(at: index)
      layer[motionOf: track.property] = motion.tracks.isEmpty ? nil : motion
      if track.property == .content { layer.scene?.noteContents() }
    }
    end(run, finished: false, at: time)
  }

  /// Takes a track that has left its motion from its run, which is over when it was the last.
  func cut(_ track: AnimationTrack, at time: Int64) {
    let run = track.run
    run.tracks.removeAll { $0 === track }
    run.wasCut = true
    if run.tracks.isEmpty, run.phase == .waiting || run.phase == .running {
      end(run, finished: false, at: time)
    }
  }

  private func end(_ run: AnimationRun, finished: Bool, at time: Int64) {
    run.phase = .over
    run.tracks = []
    runs.removeAll { $0 === run }
    guard let didStop = run.didStop else { return }
    note(max(time, run.committed), run.order, .stop) { [id = run.id, context = run.context] in
      didStop(id, finished, context)
    }
  }
}
