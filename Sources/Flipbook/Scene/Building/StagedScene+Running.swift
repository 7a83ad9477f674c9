import Layers
import Linux
import Timing

// Starting and stopping animators, spinners and animations by their names.
extension StagedScene {
  private enum Runner {
    case animator(FrameAnimator)
    case spinner(Layer, SceneDescription.Spin)
    case animation(SceneDescription.Animation)
  }

  /// The first picture is on the screen since a time: what waits for nothing else begins.
  func begin(at time: Int64) {
    for layer in description.layers {
      guard case .spinner(let spin) = layer.role, !spin.isStopped else { continue }
      after(spin.delay, from: time) { $0.start(layer.name.text) }
    }
    for animator in description.animators where !animator.isStopped && animator.delay > 0 {
      after(animator.delay, from: time) { $0.start(animator.name.text) }
    }
    for animation in description.animations where !animation.isStopped {
      begin(animation, start: time)
    }
    beginReactions(at: time)
  }

  /// Does something so long after a time; at once where there is nothing to wait for.
  func after(_ delay: Int64, from time: Int64, _ body: @escaping (StagedScene) -> Void) {
    guard delay > 0 else { return body(self) }
    loop.schedule(at: time + delay) { [weak self] in
      if let self { body(self) }
    }
  }

  /// Whether it runs.
  func isRunning(_ name: String) -> Bool {
    switch runner(name) {
    case .animator(let animator): animator.isAnimating
    case .spinner(let layer, _): layer.isRotating
    case .animation: runningAnimations.contains(name)
    case nil: false
    }
  }

  /// Starts it; nothing where it runs.
  func start(_ name: String) {
    switch runner(name) {
    case .animator(let animator): animator.start()
    case .spinner(let layer, let spin):
      let isNew = !layer.isRotating
      layer.startRotating(
        duration: .nanoseconds(spin.duration), clockwise: !spin.isReversed)
      if isNew { note(name, .starts) }
    case .animation(let animation):
      if !isRunning(name) { begin(animation, start: nil) }
    case nil: break
    }
  }

  /// Stops it, now or where its cycle or turn is complete; nothing where it is stopped.
  func stop(_ name: String, atEnd: Bool = false) {
    guard isRunning(name) else { return }
    switch runner(name) {
    case .animator(let animator): animator.stop(at: atEnd ? .cycleEnd : .now)
    case .spinner(let layer, _):
      layer.stopRotating(atEnd ? .whenTurnIsComplete : .now) { [weak self] isAtRest in
        // Not where it was started again meanwhile.
        guard let self, isAtRest else { return }
        note(name, .stops)
        if atEnd { note(name, .finishes) }
      }
    case .animation: scene.removeAnimations(id: name)
    case nil: break
    }
  }

  /// Turns an animator round in place.
  func reverse(_ name: String) { animator(named: name)?.isReversed.toggle() }

  /// Ties animators and buttons to what is told of them and what they toggle.
  func connect() {
    for animator in animators {
      let name = animator.id
      animator.onStart = { [weak self] _, _ in self?.note(name, .starts) }
      animator.onStop = { [weak self] _, finished, _ in
        self?.note(name, .stops)
        if finished { self?.note(name, .finishes) }
      }
    }
    for layer in description.layers {
      guard case .button(let button) = layer.role,
        let made = self.layer(named: layer.name.text) as? ButtonLayer
      else { continue }
      if !button.toggles.isEmpty {
        made.target = SceneTarget(button.toggles.map(\.text), in: self)
      }
      made.onToggle = { [weak self] _ in self?.note(layer.name.text, .tapped) }
    }
  }

  private func runner(_ name: String) -> Runner? {
    if let animator = animator(named: name) { return .animator(animator) }
    if let layer = layer(named: name),
      case .spinner(let spin) = description.layers.first(where: { $0.name.text == name })?.role
    {
      return .spinner(layer, spin)
    }
    return description.animations.first { $0.name?.text == name }.map { .animation($0) }
  }
}
