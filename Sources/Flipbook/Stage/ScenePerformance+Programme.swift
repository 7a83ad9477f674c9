import FlipbookTesting
import Layers

extension ScenePerformance {
  /// Makes a run of what a player's configuration names: a scene file, or frames under overlays.
  ///
  /// - Throws: a sentence for each mistake in the scene, or what failed.
  convenience init(playing setting: Setting, simulated: FakeKMSDevice?) throws(PlayerError) {
    let staged: StagedScene
    do {
      let programme = try SceneProgramme.open(setting.configuration)
      try self.init(setting, simulated: simulated, title: programme.description.name)
      staged = try StagedScene(programme, on: scene, host: self)
    } catch let error as SceneFileErrors {
      throw PlayerError(.failed, "\(error)")
    } catch let error as PlayerError {
      throw error
    } catch {
      throw PlayerError(.failed, "\(error)")
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
    guard staged.isOfFrames, configuration.atEnd != .hold, let main else { return }
    let tellStaged = main.onStop
    main.onStop = { [weak self] animator, finished, context in
      tellStaged?(animator, finished, context)
      if finished { self?.end(.done) }
    }
  }
}
