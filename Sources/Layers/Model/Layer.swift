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

  /// What is animated, by property.
  var motions: [PropertyMotion] = []
  /// How it turns, while it does.
  var spin: Spin?
  /// Where turning was stopped before it was upright.
  var pause: SpinPause?

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
  ///
  /// Moved within its scene it goes on with its animations.
  public func insertSublayer(_ layer: Layer, at index: Int) {
    precondition(!isInside(layer), "a layer is not put into itself")
    precondition(layer.rootedScene == nil, "a scene's root is not put into a layer")
    let (old, new) = (layer.scene, scene)
    layer.detach()
    sublayers.insert(layer, at: min(max(0, index), sublayers.count))
    layer.superlayer = self
    if old !== new {
      old.map { layer.didLeave($0) }
      old?.noteChange()
      new.map { layer.didEnter($0) }
    }
    new?.noteContents()
    new?.noteChange()
  }

  /// Takes the layer out of its superlayer.
  ///
  /// Its animations and those below it stop with `finished == false`, and it ceases to turn.
  public func removeFromSuperlayer() {
    guard superlayer != nil else { return }
    let scene = scene
    detach()
    scene.map { didLeave($0) }
    scene?.noteChange()
  }

  private func detach() {
    superlayer?.sublayers.removeAll { $0 === self }
    superlayer = nil
  }

  private func isInside(_ layer: Layer) -> Bool {
    self === layer || superlayer?.isInside(layer) == true
  }
}

@available(*, unavailable)
extension Layer: Sendable {}
