import Controls
import Layers
import Linux
import Pixels
import Timing

/// Fingers and keys: buttons first, then what the stage was given, then the bindings.
extension ScenePerformance {
  /// Does what a finger or a key says: a button's own finger says nothing else.
  ///
  /// - Parameter isFollowing: whether commands are another's, that leads.
  func takeInput(_ input: RawInput, isFollowing: Bool = false) {
    if isTakenByButton(input) { return }
    for trigger in interpreter.triggers(of: input) {
      if let action = actions[trigger] {
        action()
      } else if !isFollowing, let command = interpreter.bindings[trigger] {
        obey(command)
      }
    }
  }

  private func isTakenByButton(_ input: RawInput) -> Bool {
    switch input {
    case .touchDown(let device, let slot, let place, _):
      let finger = Finger(device: device, slot: slot)
      guard scene.touchDown(id: finger.id, at: place.point, time: loop.now) else { return false }
      takenFingers.insert(finger)
      return true
    case .touchMotion(let device, let slot, let place, _):
      let finger = Finger(device: device, slot: slot)
      guard takenFingers.contains(finger) else { return false }
      scene.touchMoved(id: finger.id, to: place.point, time: loop.now)
      return true
    case .touchUp(let device, let slot, _):
      guard let finger = takenFingers.remove(Finger(device: device, slot: slot)) else {
        return false
      }
      scene.touchUp(id: finger.id, time: loop.now)
      return true
    case .touchCancel(let device, let slot, _):
      guard let finger = takenFingers.remove(Finger(device: device, slot: slot)) else {
        return false
      }
      scene.touchCancelled(id: finger.id)
      return true
    case .deviceRemoved(let device):
      for finger in takenFingers where finger.device == device {
        scene.touchCancelled(id: finger.id)
      }
      takenFingers = takenFingers.filter { $0.device != device }
      return false
    default: return false
    }
  }

  // MARK: - Commands

  /// Does what a command says to the main animator.
  func carryOut(_ command: Command, _ now: Int64) {
    if command == .quit { return end(.done) }
    guard let main else { return }
    switch command {
    case .start: start(main, now)
    case .stop: stop(main, now)
    case .toggle: main.isAnimating && !main.isPaused ? stop(main, now) : start(main, now)
    case .reverse:
      main.isReversed.toggle()
      tell(.reverse(direction: main.isReversed ? "backwards" : "forwards", time: now))
    case .seek(let frame): main.index = frame
    case .quit: break
    }
  }

  private func start(_ main: FrameAnimator, _ now: Int64) {
    // Where others are still to come to their end, it is not the run's.
    endsWithLastFrame = false
    for member in parts + [self] { ensemble?.noteStart(of: member) }
    guard main.isPaused else { return main.start() }
    main.resume()
    tell(.start(animation: main.id, time: now))
  }

  /// Stays on the present frame: a start goes on from there.
  private func stop(_ main: FrameAnimator, _ now: Int64) {
    guard main.isAnimating, !main.isPaused else { return }
    main.pause()
    tell(.stop(animation: main.id, finished: false, time: now))
  }
}

extension ScenePerformance.Finger {
  /// A number that no other finger has.
  var id: Int { device << 32 | Int(UInt32(bitPattern: slot)) }
}

extension TouchPoint {
  /// The same place as layers take it.
  fileprivate var point: Point { Point(x: x, y: y) }
}
