import Layers
import Pixels

/// What a button of a scene file toggles: one thing or several, by their names.
final class SceneTarget: MovingContent {
  private let names: [String]
  private weak var staged: StagedScene?

  init(_ names: [String], in staged: StagedScene) {
    self.names = names
    self.staged = staged
  }

  var isAnimating: Bool { names.contains { staged?.isRunning($0) == true } }

  func start() { names.forEach { staged?.start($0) } }

  func stop() { names.forEach { staged?.stop($0) } }

  // It is shown nowhere: the layers of what it toggles are.
  let isReady = true

  func image(at time: Int64) -> ContentImage? { nil }

  func nextChange(after time: Int64) -> Int64? { nil }

  func willBeShown(size: PixelSize, mode: ContentMode) {}
}
