import Layers
import Pixels
import Timing

extension StagedScene {
  /// Begins an animation.
  ///
  /// - Parameter start: the time from which its delay counts; nil for now.
  func begin(_ description: SceneDescription.Animation, start: Int64?) {
    guard let layer = self.layer(named: description.layer.text) else { return }
    let name = description.name?.text
    var animation = Animation(
      id: name, start: start, delay: .nanoseconds(description.delay),
      duration: description.duration.map { .nanoseconds($0) }, curve: description.curve,
      repeatCount: description.repeatCount, autoreverses: description.autoreverses,
      fromCurrentState: description.isFromCurrent)
    if let name {
      runningAnimations.append(name)
      animation.willStart = { [weak self] _, _ in self?.note(name, .starts) }
      animation.didStop = { [weak self] _, finished, _ in
        guard let self else { return }
        if let run = runningAnimations.firstIndex(of: name) { runningAnimations.remove(at: run) }
        note(name, .stops)
        if finished { note(name, .finishes) }
      }
    }
    switch description.course {
    case .changes(let changes):
      scene.animate(animation) {
        for change in changes { apply(change, to: layer) }
      }
    case .keyframes(let keyframes, let isDiscrete):
      let values = SceneDescription.Change.Property.allCases.compactMap {
        self.keyframes($0, of: layer, in: keyframes, isDiscrete: isDiscrete)
      }
      scene.animateKeyframes(values, of: layer, animation)
    }
  }

  /// Sets what a change leads to; a block of `animate` shows it over time.
  private func apply(_ change: SceneDescription.Change, to layer: Layer) {
    var values = LayerChange(layer, outer: outerSize(of: layer))
    values.take(change)
    switch change.property {
    case .center: layer.center = values.center
    case .bounds: layer.bounds = values.bounds
    case .alpha: layer.alpha = values.alpha
    case .transform: layer.transform = values.transform
    case .rotation: layer.rotation = values.rotation
    case .content: break
    }
  }

  /// The keyframes of one property; nil where there are none.
  private func keyframes(
    _ property: SceneDescription.Change.Property, of layer: Layer,
    in list: [SceneDescription.Keyframe], isDiscrete: Bool
  ) -> Keyframes? {
    let list = list.filter { $0.change.property == property }
    guard !list.isEmpty else { return nil }
    var values = LayerChange(layer, outer: outerSize(of: layer))
    // Each goes on from the one before it.
    let states = list.map { keyframe in
      values.take(keyframe.change)
      return values
    }
    let made: Keyframes.Values =
      switch property {
      case .center: .center(states.map(\.center))
      case .bounds: .bounds(states.map(\.bounds))
      case .alpha: .alpha(states.map(\.alpha))
      case .transform: .transform(states.map(\.transform))
      case .rotation: .rotation(states.map(\.rotation))
      case .content: .pictures(pictures(of: list))
      }
    do throws(KeyframesError) {
      return try Keyframes(
        made, times: list.map(\.time), passage: isDiscrete ? .discrete : .linear)
    } catch {
      fatalError("keyframes of a scene file are in order: \(error)")
    }
  }

  private func pictures(of keyframes: [SceneDescription.Keyframe]) -> [Picture] {
    keyframes.compactMap { keyframe in
      guard case .picture(let picture) = keyframe.change else { return nil }
      return self.picture(picture)
    }
  }

  private func outerSize(of layer: Layer) -> Size {
    layer.superlayer?.bounds.size ?? Size(scene.size)
  }
}

/// The values that changes of a layer lead to, one after the other.
private struct LayerChange {
  var center: Point
  var bounds: Rectangle
  var alpha: Double
  var transform: AffineTransform
  var rotation: Double
  private let layout: SceneLayout

  init(_ layer: Layer, outer: Size) {
    center = layer.center
    bounds = layer.bounds
    alpha = layer.alpha
    transform = layer.transform
    rotation = layer.rotation
    layout = SceneLayout(outer: outer)
  }

  mutating func take(_ change: SceneDescription.Change) {
    switch change {
    case .moveTo(let point): center = layout.center(point, size: bounds.size)
    case .moveBy(let point):
      let distance = layout.distance(point)
      center = Point(x: center.x + distance.x, y: center.y + distance.y)
    case .size(let width, let height): bounds.size = layout.size(width: width, height: height)
    case .fade(let alpha): self.alpha = alpha
    case .scale(let scale): transform = .scale(x: scale.x, y: scale.y)
    case .turnTo(let degrees): rotation = degrees / 360
    case .turnBy(let degrees): rotation += degrees / 360
    case .picture: break
    }
  }
}
