/// The animations of one property of one layer: the one that runs, and those that wait behind it.
struct PropertyMotion {
  let property: LayerProperty
  /// The value while none of them has started.
  var base: PropertyValue
  /// In the order in which they get their turn.
  var tracks: [AnimationTrack] = []

  /// The value at a time.
  ///
  /// Times ahead are reckoned as if nothing came in between.
  func value(at time: Int64) -> PropertyValue { value(at: time, before: tracks.count) }

  /// The value at a time if there were only the first so many.
  func value(at time: Int64, before count: Int) -> PropertyValue {
    guard let index = tracks[..<count].lastIndex(where: { $0.run.hasStarted(at: time) }) else {
      return base
    }
    return tracks[index].value(at: time, from: start(ofTrackAt: index))
  }

  /// The value at which a track starts, or did.
  func start(ofTrackAt index: Int) -> PropertyValue {
    let track = tracks[index]
    if let from = track.from { return from }
    // Begun part-way, it comes from what was on screen when it was asked for.
    let start = max(track.run.start ?? .max, track.run.committed)
    return value(at: start, before: index)
  }

  /// Where a track is among them.
  func index(of track: AnimationTrack) -> Int? { tracks.firstIndex { $0 === track } }

  /// Makes all numbers so much larger.
  mutating func shift(by amount: Double) {
    base = base.shifted(by: amount)
    for track in tracks {
      track.from = track.from?.shifted(by: amount)
      track.path = track.path.shifted(by: amount)
    }
  }
}

extension Layer {
  /// The animations of a property; nil where it has none.
  subscript(motionOf property: LayerProperty) -> PropertyMotion? {
    get { motions.first { $0.property == property } }
    set {
      let index = motions.firstIndex { $0.property == property }
      switch (index, newValue) {
      case (let index?, let motion?): motions[index] = motion
      case (let index?, nil): motions.remove(at: index)
      case (nil, let motion?): motions.append(motion)
      case (nil, nil): break
      }
    }
  }
}
