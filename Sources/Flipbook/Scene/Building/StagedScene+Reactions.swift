import Layers
import Linux

// Doing what the description says for when something happens.
extension StagedScene {
  /// Reactions that bring one another about take at least so long a round: no file can keep the loop
  /// busy with itself, or hold a virtual clock.
  private static let shortestRound: Int64 = 1_000_000

  /// Waits for the times that reactions are for.
  func beginReactions(at time: Int64) {
    for (index, reaction) in description.reactions.enumerated() {
      guard case .after(let delay) = reaction.trigger else { continue }
      loop.schedule(at: time + delay) { [weak self] in self?.perform(index) }
    }
  }

  /// Something happened: what is to be done for it is done on the loop's next turn.
  func note(_ name: String, _ event: SceneDescription.Event) {
    for (index, reaction) in description.reactions.enumerated() {
      guard case .when(let subject, event) = reaction.trigger, subject.text == name else {
        continue
      }
      // It is about to be done, or was done the only time.
      guard reactionTimes[index] < .max else { continue }
      let time = max(loop.now, reactionTimes[index])
      reactionTimes[index] = .max
      loop.schedule(at: time) { [weak self] in
        if !reaction.isOnce { self?.reactionTimes[index] = time + Self.shortestRound }
        self?.perform(index)
      }
    }
  }

  private func perform(_ index: Int) {
    for action in description.reactions[index].actions { perform(action) }
  }

  private func perform(_ action: SceneDescription.Action) {
    switch action {
    case .start(let name): start(name.text)
    case .stop(let name, let atEnd): stop(name.text, atEnd: atEnd)
    case .toggle(let name):
      if isRunning(name.text) { stop(name.text) } else { start(name.text) }
    case .reverse(let name): reverse(name.text)
    case .show(let name): layer(named: name.text)?.isHidden = false
    case .hide(let name): layer(named: name.text)?.isHidden = true
    case .picture(let name, let picture): show(picture, in: name.text)
    case .quit: onQuit()
    }
  }

  private func show(_ description: SceneDescription.Picture, in name: String) {
    guard let layer = layer(named: name), let picture = picture(description) else { return }
    if let button = layer as? ButtonLayer {
      button.pictures = [.off: picture]
    } else {
      layer.content = .picture(picture)
    }
  }
}
