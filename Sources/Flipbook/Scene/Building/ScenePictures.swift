import Frames
import Pixels

/// The pictures of a scene, each file decoded once.
struct ScenePictures {
  /// Bytes that all of them take.
  private(set) var byteCount = 0

  private var decoded: [String: Result<Picture, DecodeError>] = [:]
  private let budget: Int

  /// Makes an empty collection.
  ///
  /// - Parameter budget: bytes that pictures, the one in the making included, may take together.
  init(budget: Int) { self.budget = budget }

  /// The picture of a file, if it was decoded.
  subscript(path: String) -> Picture? {
    if case .success(let picture) = decoded[path] { return picture }
    return nil
  }

  /// Decodes a file at its own size, if that was not done.
  ///
  /// - Throws: when it is no picture or takes more than the budget leaves; again for the same file.
  mutating func load(_ path: String, _ decoder: FrameDecoder) throws(DecodeError) {
    if let result = decoded[path] {
      if case .failure(let error) = result { throw error }
      return
    }
    do throws(DecodeError) {
      let layout = FrameLayout(
        screen: FrameLayout.everySize, format: .argb8888, enlarges: false)
      let picture = try decoder.decode(
        path: path, layout: layout, memoryLimit: budget - byteCount
      ).picture
      byteCount += picture.byteCount
      decoded[path] = .success(picture)
    } catch {
      decoded[path] = .failure(error)
      throw error
    }
  }
}
