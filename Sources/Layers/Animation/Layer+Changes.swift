extension Layer {
  /// Sets a value as the scene's open block, if there is one, says.
  func change(_ property: LayerProperty, to value: PropertyValue) {
    change(property, along: .to(value))
  }

  /// Sets a value to the end of a path, along which an open block's animation leads it.
  func change(_ property: LayerProperty, along path: AnimationPath) {
    guard let scene else {
      model[property] = path.target
      return
    }
    if case .to(let value) = path, self[motionOf: property] == nil,
      model[property].isSame(as: value)
    {
      return
    }
    if let block = scene.animatingBlock {
      add(path, of: property, to: block.run, in: scene.timeline)
    } else {
      removeAnimations(of: property, from: scene)
    }
    model[property] = path.target
    if property == .content { scene.noteContents() }
    scene.noteChange()
  }

  private func add(
    _ path: AnimationPath, of property: LayerProperty, to run: AnimationRun, in timeline: Timeline
  ) {
    var motion =
      self[motionOf: property] ?? PropertyMotion(property: property, base: model[property])
    // It replaces what this block or one around it set before.
    for block in timeline.blocks {
      let replaced = motion.tracks.filter { $0.run === block.run }
      block.run.tracks.removeAll { track in replaced.contains { $0 === track } }
      motion.tracks.removeAll { $0.run === block.run }
    }
    let track = AnimationTrack(path, of: property, layer: self, run: run)
    run.tracks.append(track)
    motion.tracks.append(track)
    self[motionOf: property] = motion
  }
}
