import Timing

extension Layer {
  /// When a rotating layer comes to rest.
  public enum RotationStop: Sendable, Hashable {
    /// At once, at the angle at which it stands.
    case now
    /// Upright, when the present turn is complete.
    case whenTurnIsComplete
  }

  /// Turns the layer for ever about its middle.
  ///
  /// The turn is added to `rotation` and independent of all animations and contents. Started while
  /// it turns, nothing changes, but that a stop it was asked for is taken back. Where it was stopped
  /// part-way, and not rotated otherwise since, it turns on from there. Outside of a scene it starts
  /// when the layer is put into one.
  ///
  /// - Parameters:
  ///   - duration: of one turn; more than 0.
  ///   - clockwise: which way round.
  public func startRotating(duration: Duration = .seconds(1), clockwise: Bool = true) {
    precondition(duration > .zero, "a turn takes more than no time")
    if let time = scene?.advance(), spin?.stop != nil {
      settle(at: time, inTime: false)
      spin?.stop = nil
      scene?.noteChange()
    }
    guard spin == nil else { return }
    let nanoseconds = max(1, duration.nanoseconds)
    var lead: Int64 = 0
    if let pause, pause.rotation == rotation, self[motionOf: .rotation] == nil {
      let angle = clockwise ? pause.angle : 1 - pause.angle
      lead = Int64((angle * Double(nanoseconds)).rounded()) % nanoseconds
      model.rotation = pause.upright
    }
    pause = nil
    spin = Spin(duration: nanoseconds, isClockwise: clockwise, lead: lead)
    scene.map { beginTurning(in: $0) }
  }

  /// Lets the layer come to rest.
  ///
  /// Stopped at once it stays as it stands on screen: the angle becomes part of `rotation`.
  ///
  /// - Parameters:
  ///   - when: at once, or upright.
  ///   - completion: told at the turn after it has come to rest, outside of a scene at once; `finished`
  ///     is false where it was started again, asked to stop anew or taken from the scene before.
  public func stopRotating(
    _ when: RotationStop = .now, completion: ((_ finished: Bool) -> Void)? = nil
  ) {
    guard let scene else {
      spin = nil
      completion?(true)
      return
    }
    let time = scene.advance()
    if let spin {
      settle(at: time, inTime: false)
      self.spin?.order = scene.timeline.nextOrder()
      self.spin?.completion = completion
      self.spin?.stop = when == .now ? time : spin.upright(from: time)
      if when == .now { rest(at: spin, time: time) }
      completeTurn(by: time)
    } else if let completion {
      scene.timeline.note(time, scene.timeline.nextOrder(), .stop) { completion(true) }
    }
    scene.noteChange()
  }

  /// Whether the layer turns, or will as soon as it is in a scene.
  public var isRotating: Bool { spin != nil }

  /// The layer and all below it have come into a scene.
  func didEnter(_ scene: Scene) {
    // What animated it in a scene that is no more would never end in this one.
    motions = []
    if spin != nil { beginTurning(in: scene) }
    for layer in sublayers { layer.didEnter(scene) }
  }

  /// Comes to rest when it is upright and was asked to.
  func completeTurn(by time: Int64) {
    guard let stop = spin?.stop, stop <= time else { return }
    settle(at: stop, inTime: true)
    spin = nil
    scene?.timeline.spinning.removeAll { $0 === self }
  }

  /// Ceases to turn, having left a scene.
  func cutTurn(from scene: Scene, at time: Int64) {
    settle(at: time, inTime: false, in: scene)
    spin = nil
    scene.timeline.spinning.removeAll { $0 === self }
  }

  private func beginTurning(in scene: Scene) {
    spin?.start = scene.advance()
    scene.timeline.spinning.append(self)
    scene.noteChange()
  }

  /// Notes to tell whoever waits for the layer to come to rest.
  private func settle(at time: Int64, inTime finished: Bool, in scene: Scene? = nil) {
    guard let completion = spin?.completion, let order = spin?.order,
      let scene = scene ?? self.scene
    else { return }
    spin?.completion = nil
    scene.timeline.note(time, order, .stop) { completion(finished) }
  }

  /// Makes the angle part of the rotation.
  private func rest(at spin: Spin, time: Int64) {
    let angle = spin.angle(at: time)
    guard angle != 0 else { return }
    let upright = model.rotation
    model.rotation += angle
    self[motionOf: .rotation]?.shift(by: angle)
    pause = SpinPause(
      angle: angle < 0 ? angle + 1 : angle, upright: upright, rotation: model.rotation)
  }
}
