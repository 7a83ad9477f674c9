import Frames
import Pixels

/// The pictures of a scene, each file decoded once.
struct ScenePictures {
  /// Bytes that all of them take.
  private(set) var byteCount = 0

  private var decoded: [(path: String, picture: Picture)] = []
  private let budget: Int

  /// Makes an empty collection.
  ///
  /// - Parameter budget: bytes that pictures, the one in the making included, may take together.
  init(budget: Int) { self.budget = budget }

  /// The picture of a file, if it was decoded.
  subscript(path: String) -> Picture? {
    decoded.first { $0.path == path }?.picture
  }

  /// Decodes a file at its own size, if that was not done.
  ///
  /// - Throws: when it is no picture or takes more than the budget leaves.
  mutating func load(_ path: String, _ decoder: FrameDecoder) throws(DecodeError) {
    guard self[path] == nil else { return }
    let layout = FrameLayout(
      screen: FrameLayout.everySize, format: .argb8888, enlarges: false)
    let picture = try decoder.decode(
      path: path, layout: layout, memoryLimit: budget - byteCount
    ).picture
    byteCount += picture.byteCount
    decoded.append((path, picture))
  }
}
