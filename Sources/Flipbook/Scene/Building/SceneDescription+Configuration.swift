import Layers
import Pixels
import Timing

// What the command line asks for without a scene file, in a scene's words. Its names have blanks, so
// that none in a file is the same.
extension SceneDescription {
  /// The frames of a configuration, over all of the screen; events call them as their source.
  mutating func addFrames(of configuration: PlayerConfiguration) {
    isOfFrames = true
    var animator = Animator(name: Name(text: name, line: 0))
    animator.frames = configuration.source.map { [File(path: $0, line: 0)] } ?? []
    animator.pace = configuration.pace
    animator.repeatCount = configuration.repeatCount
    animator.isReversed = configuration.isReversed
    animator.autoreverses = configuration.autoreverses
    animator.startFrame = configuration.startFrame
    animators.append(animator)
    var layer = Layer(name: Name(text: "the frames' layer", line: 0))
    layer.content = .animator(animator.name)
    layer.contentMode = ContentMode(configuration.fit)
    layers.append(layer)
  }

  /// The overlays and spinners of a configuration, over all that is there.
  mutating func addOverlays(of configuration: PlayerConfiguration) {
    // Layers of a file may have been given any height.
    let front = (layers.map(\.zPosition).max() ?? 0) + 1
    for (number, overlay) in configuration.overlays.enumerated() {
      var layer = Layer(name: Name(text: "overlay \(number)", line: 0))
      layer.content = .picture(.file(File(path: overlay.picture, line: 0)))
      layer.zPosition = front
      let (x, y) = (overlay.x.placing, overlay.y.placing)
      layer.place.position = ScenePoint(x: x.position, y: y.position)
      layer.place.anchor = Point(x: x.anchor, y: y.anchor)
      layers.append(layer)
    }
    for (number, spinner) in configuration.spinners.enumerated() {
      var layer = Layer(name: Name(text: "spinner \(number)", line: 0))
      layer.content = .picture(.file(File(path: spinner.picture, line: 0)))
      layer.role = .spinner(Spin(duration: max(1, spinner.duration.nanoseconds)))
      layer.zPosition = front
      layers.append(layer)
    }
  }
}

extension PlayerConfiguration.Overlay.Edge {
  /// Where which edge of the layer lies: 0 for its left or top one.
  fileprivate var placing: (position: SceneLength, anchor: Double) {
    switch self {
    case .fromStart(let pixels): (SceneLength(pixels: Double(pixels)), 0)
    case .fromEnd(let pixels): (SceneLength(pixels: -Double(pixels), percent: 100), 1)
    }
  }
}

extension ContentMode {
  /// How a frame lies in a layer as large as the screen.
  fileprivate init(_ fit: Fit) {
    switch fit {
    case .contain: self = .aspectFit
    case .cover: self = .aspectFill
    case .stretch: self = .scaleToFill
    case .none: self = .center
    }
  }
}
