import Pixels

/// What moving contents were told of the layers that show them, so that each is told once.
struct ContentMeasures {
  private struct Measure {
    /// Held while it is shown, so that no other content can be taken for it.
    var content: any MovingContent
    var layer: ObjectIdentifier
    var size: PixelSize
    var mode: ContentMode
    /// Whether the layer was met since the others were forgotten.
    var isMet = true
  }

  private var told: [Measure] = []

  /// Tells a content the measures of a layer that shows it, where it does not know them.
  ///
  /// They are those of the model: while they are animated, it need not make a picture for each.
  mutating func tell(_ content: any MovingContent, shownIn layer: Layer) {
    let bounds = layer.model.bounds.size
    let now = Measure(
      content: content, layer: ObjectIdentifier(layer),
      size: PixelSize(width: Self.pixels(bounds.width), height: Self.pixels(bounds.height)),
      mode: layer.model.contentMode)
    if let index = told.firstIndex(where: { $0.layer == now.layer }) {
      told[index].isMet = true
      let known = told[index]
      if known.content === content, known.size == now.size, known.mode == now.mode { return }
      told[index] = now
    } else {
      told.append(now)
    }
    content.willBeShown(size: now.size, mode: now.mode)
  }

  /// Whether a layer that was met last shows a content.
  func hold(_ content: AnyObject) -> Bool { told.contains { $0.content === content } }

  /// Forgets what was not met since the last call.
  mutating func forgetOthers() {
    told.removeAll { !$0.isMet }
    for index in told.indices { told[index].isMet = false }
  }

  /// So much of a length as can be pixels of a picture.
  private static func pixels(_ length: Double) -> Int {
    length.isFinite ? Int(min(max(1, length.rounded()), 32767)) : 1
  }
}
