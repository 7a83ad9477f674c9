extension Scene {
  /// Stops the animations of an id, also those that wait; they are told with `finished == false`.
  ///
  /// What is drawn jumps to the model, unless another animation of the same property waits: that goes
  /// on from what is on screen.
  public func removeAnimations(id: String) { remove { $0.id == id } }

  /// Stops all animations, also those that wait; what is drawn jumps to the model.
  ///
  /// Layers that turn go on turning.
  public func removeAllAnimations() { remove { _ in true } }

  private func remove(where isMeant: (AnimationRun) -> Bool) {
    let time = advance()
    // The last first: none starts, only to be stopped as well.
    for run in timeline.runs.reversed() where isMeant(run) { timeline.remove(run, at: time) }
    timeline.reckon(at: time)
    noteChange()
  }
}

extension Scene {
  /// Stops all animations and turns, and tells so: for whoever shows the scene no more.
  package func end(at time: Int64) {
    removeAllAnimations()
    for layer in timeline.spinning { layer.cutTurn(from: self, at: advance()) }
    turn(at: time)
  }

  /// Lets go of all animations and of whom they would tell.
  package func forgetAnimations() {
    for run in timeline.runs {
      for track in run.tracks { track.layer?[motionOf: track.property] = nil }
      run.tracks = []
    }
    timeline.runs = []
    timeline.notices = []
    for layer in timeline.spinning { layer.spin = nil }
    timeline.spinning = []
  }
}

extension Layer {
  /// Stops the layer's animations, also those that wait; what is drawn jumps to the model.
  ///
  /// An animation that moves other layers too runs on with those, and has not finished when that ends.
  /// A turning layer goes on turning.
  public func removeAllAnimations() {
    guard let scene, !motions.isEmpty else { return }
    removeAllAnimations(from: scene, at: scene.advance())
    scene.noteChange()
  }

  /// Stops the layer's animations in a scene that it may have left.
  func removeAllAnimations(from scene: Scene, at time: Int64) {
    let tracks = motions.flatMap(\.tracks)
    motions = []
    for track in tracks { scene.timeline.cut(track, at: time) }
    scene.timeline.reckon(at: time)
    scene.noteContents()
  }

  /// Stops one property's animations.
  func removeAnimations(of property: LayerProperty, from scene: Scene) {
    guard self[motionOf: property] != nil else { return }
    let time = scene.advance()
    let tracks = self[motionOf: property]?.tracks ?? []
    self[motionOf: property] = nil
    for track in tracks { scene.timeline.cut(track, at: time) }
    scene.timeline.reckon(at: time)
  }

  /// The layer and all below it have left a scene.
  func didLeave(_ scene: Scene) {
    scene.noteContents()
    guard !scene.timeline.isIdle else { return }
    leave(scene, at: scene.advance())
  }

  private func leave(_ scene: Scene, at time: Int64) {
    if !motions.isEmpty { removeAllAnimations(from: scene, at: time) }
    if spin != nil { cutTurn(from: scene, at: time) }
    for layer in sublayers { layer.leave(scene, at: time) }
  }
}
