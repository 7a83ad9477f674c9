import Timing

extension Scene {
  /// When the scene next looks different by itself: by animations, turning layers and moving contents.
  ///
  /// What is hidden, or in something hidden, does not count.
  public func nextChange(after time: Int64) -> SceneChange {
    var next = SceneChange.never
    for layer in timeline.spinning {
      guard let spin = layer.spin, spin.isTurning(after: time), layer.isSeen(at: time) else {
        continue
      }
      return .continuously
    }
    for run in timeline.runs {
      next.bring(forward: run.nextChange(after: time))
      if next == .continuously { return next }
    }
    for layer in movingLayers {
      guard case .moving(let content) = layer.presentation(at: time).content,
        layer.isSeen(at: time), let change = content.nextChange(after: time)
      else { continue }
      next.bring(forward: .at(change))
    }
    return next
  }

  /// Layers whose content moves by itself, or may, being animated.
  private var movingLayers: [Layer] {
    if let known = timeline.movingLayers { return known }
    var found: [Layer] = []
    root.collectMovingLayers(into: &found)
    timeline.movingLayers = found
    return found
  }

  /// The tree changed, or a content: what moves by itself is looked for when it is asked for.
  func noteContents() { timeline.movingLayers = nil }
}

extension Layer {
  /// Whether a layer can be seen, as far as it and those around it say.
  func isSeen(at time: Int64) -> Bool {
    let values = presentation(at: time)
    guard !values.isHidden, values.alpha > 0 else { return false }
    return superlayer?.isSeen(at: time) ?? true
  }

  fileprivate func collectMovingLayers(into found: inout [Layer]) {
    if case .moving = model.content {
      found.append(self)
    } else if self[motionOf: .content] != nil {
      found.append(self)
    }
    for layer in sublayers { layer.collectMovingLayers(into: &found) }
  }
}

extension SceneChange {
  /// Takes another change where that is sooner.
  mutating func bring(forward other: SceneChange) {
    switch (self, other) {
    case (.at(let one), .at(let two)): self = .at(min(one, two))
    case (.never, _), (_, .continuously): self = other
    case (.continuously, _), (_, .never): break
    }
  }
}

extension AnimationRun {
  /// When what it moves next looks different.
  fileprivate func nextChange(after time: Int64) -> SceneChange {
    guard let start, end.map({ time < $0 }) ?? true else { return .never }
    var next = SceneChange.never
    for track in tracks where track.mayBeSeen(at: time) {
      next.bring(forward: time < start ? .at(start) : track.nextChange(after: time))
    }
    return next
  }
}

extension AnimationTrack {
  /// Whether anybody could see what it does: of a hidden layer only what may show it.
  fileprivate func mayBeSeen(at time: Int64) -> Bool {
    guard let layer else { return false }
    if property == .isHidden || property == .alpha {
      return layer.superlayer?.isSeen(at: time) ?? true
    }
    return layer.isSeen(at: time)
  }

  /// When it changes what is drawn while it runs.
  fileprivate func nextChange(after time: Int64) -> SceneChange {
    guard let motion = layer?[motionOf: property], let place = motion.index(of: self) else {
      return .never
    }
    if path.isSmooth(from: motion.start(ofTrackAt: place)) { return .continuously }
    guard case .keys(let keys) = path else { return run.end.map { .at($0) } ?? .never }
    guard run.timing.curve.isMonotone else { return .continuously }
    return nextKey(keys, after: time).map { .at($0) } ?? .never
  }

  /// When the next of stepwise values is reached, or its way ends.
  private func nextKey(_ keys: KeyframePath, after time: Int64) -> Int64? {
    guard let wayEnd = run.timing.wayEnd(after: time) else { return nil }
    func index(_ time: Int64) -> Int? { keys.index(at: run.timing.position(at: time).progress) }
    // On one way the values only follow one another: the change is found by halving.
    var (low, high) = (time, wayEnd - 1)
    let present = index(low)
    guard high > low, index(high) != present else { return wayEnd }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if index(middle) == present { low = middle } else { high = middle }
    }
    return high
  }
}

extension Curve {
  /// Whether progress never falls.
  fileprivate var isMonotone: Bool {
    switch self {
    case .linear, .easeIn, .easeOut, .easeInOut: true
    case .cubicBezier(_, let y1, _, let y2): 0...1 ~= y1 && 0...1 ~= y2
    case .spring: false
    }
  }
}
