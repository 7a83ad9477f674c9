import Layers

extension ScenePerformance {
  /// Makes a run of what a player's configuration names: a scene file, or frames under overlays.
  ///
  /// - Throws: a sentence for each mistake in the scene, or what failed.
  convenience init(playing setting: Setting) throws(PlayerError) {
    let programme = try SceneProgramme.open(setting.configuration)
    let given = setting.configuration.budget
    var setting = setting
    // What pictures take of the budget is not there for frames.
    setting.configuration = programme.configuration
    try self.init(setting, title: programme.description.name)
    pictureBytes = given - setting.configuration.budget
    let staged: StagedScene
    do throws(SceneFileErrors) {
      staged = try StagedScene(programme, on: scene, host: self)
    } catch {
      throw PlayerError(error)
    }
    self.staged = staged
    main = staged.mainAnimator
    for keyed in staged.buttons {
      for key in keyed.keys { actions[key] = { [button = keyed.button] in button.press() } }
    }
    staged.onQuit = { [weak self] in self?.end(.done) }
    endWithMain(unless: staged)
    staged.start()
  }

  /// A sequence ends the run with its last frame, as it does without overlays; a scene file says
  /// itself when it is over.
  private func endWithMain(unless staged: StagedScene) {
    guard staged.isOfFrames, let main else { return }
    main.onFailure = { [weak self] sentence in
      guard let self else { return }
      let error = PlayerError(.failed, sentence)
      if configuration.onBadFrame == .stop { fail(error) } else { giveUp(error) }
    }
    guard configuration.atEnd != .hold else { return }
    let tellStaged = main.onStop
    main.onStop = { [weak self] animator, finished, context in
      tellStaged?(animator, finished, context)
      guard finished, let self else { return }
      // Its last frame may be still to come to the screen.
      endsWithLastFrame = true
      noteChange()
    }
  }
}
