public import Pixels

/// A rectangle of a scene, with content and sublayers, placed by its middle.
///
/// Setting a property sets the model value at once; in a block of `Scene.animate` what is drawn
/// follows with time. Confined to the thread of its scene.
public class Layer {
  /// What the layer is called, for finding it and for messages.
  public var name: String?

  /// The values as set.
  public internal(set) var model = LayerValues()

  /// The layer that this one is in.
  public private(set) weak var superlayer: Layer?

  /// Whether a touch on the layer goes no further, to what is behind it.
  ///
  /// Plain layers let touches through, as if they were not there; buttons do not. Where a plain layer
  /// is to cover buttons, set it.
  public var isHittable = false

  /// The layers in this one, in the order of adding; `zPosition` goes first when drawing.
  public private(set) var sublayers: [Layer] = []

  /// The scene whose root this layer is; others find theirs through their superlayers.
  weak var rootedScene: Scene?

  /// Makes a layer of a size at a place of its future superlayer.
  public init(frame: Rectangle = .zero) {
    model.bounds = Rectangle(origin: .zero, size: frame.size)
    model.center = frame.center
  }

  /// The scene that the layer is in.
  public var scene: Scene? { rootedScene ?? superlayer?.scene }

  // MARK: - The tree

  /// Puts a layer in front of the other sublayers, taking it from where it was.
  public func addSublayer(_ layer: Layer) { insertSublayer(layer, at: sublayers.count) }

  /// Puts a layer among the sublayers, taking it from where it was.
  public func insertSublayer(_ layer: Layer, at index: Int) {
    precondition(!isInside(layer), "a layer is not put into itself")
    layer.removeFromSuperlayer()
    sublayers.insert(layer, at: min(max(0, index), sublayers.count))
    layer.superlayer = self
    scene?.noteChange()
  }

  /// Takes the layer out of its superlayer.
  public func removeFromSuperlayer() {
    guard let superlayer else { return }
    let scene = scene
    superlayer.sublayers.removeAll { $0 === self }
    self.superlayer = nil
    scene?.noteChange()
  }

  private func isInside(_ layer: Layer) -> Bool {
    self === layer || superlayer?.isInside(layer) == true
  }
}

@available(*, unavailable)
extension Layer: Sendable {}
