import Controls
import Frames
import Layers
import Linux
import Pixels

/// The layers, animators, animations and buttons of a description, made on a stage.
///
/// `start()` sets it going. Confined to the loop's thread.
final class StagedScene {
  /// A button and the keys that do the same as a tap on it.
  struct KeyedButton {
    let button: ButtonLayer
    let keys: [InputTrigger]
  }

  /// The scene that the layers are in.
  let scene: Scene
  /// What was to be made.
  let description: SceneDescription
  /// The animators of the description, in its order.
  private(set) var animators: [FrameAnimator] = []
  /// The layers, spinners and buttons of the description that were made so far, in any order.
  private(set) var layers: [Layer] = []
  /// Buttons with their keys, in the order of the file.
  private(set) var buttons: [KeyedButton] = []
  /// Called where the description says that the program is to end.
  var onQuit: () -> Void = {}

  let loop: EventLoop
  private let programme: SceneProgramme
  private unowned let host: any AnimatorHost
  /// Before when a reaction is not to be done again, in the order of the description.
  ///
  /// `Int64.max` while it is about to be done, and once it was where that is all.
  var reactionTimes: [Int64]
  /// Names of animations that did not stop yet, once for each run.
  var runningAnimations: [String] = []

  /// Makes what a programme says, on a scene; nothing moves yet.
  ///
  /// - Throws: a sentence for each animator whose frames cannot be found, or that cannot play as it
  ///   says.
  init(
    _ programme: SceneProgramme, on scene: Scene, host: any AnimatorHost
  ) throws(SceneFileErrors) {
    self.programme = programme
    self.scene = scene
    self.host = host
    description = programme.description
    loop = host.loop
    reactionTimes = description.reactions.map { _ in Int64.min }
    let background = description.background
    scene.root.background =
      background == .none ? .color(programme.configuration.background) : background
    var errors: [SceneFileError] = []
    for animator in description.animators {
      do throws(SceneComplaint) {
        let made = try FrameAnimator(animator, programme.configuration, host: host)
        if let still = picture(animator.still) {
          made.still = still
          made.fill = .still
        }
        animators.append(made)
      } catch {
        errors.append(description.error(animator.name.line, error.message))
      }
    }
    guard errors.isEmpty else { throw SceneFileErrors(errors) }
    addLayers()
    connect()
  }

  /// The animator that keys and commands are for; nil where there is none.
  var mainAnimator: FrameAnimator? {
    description.mainAnimator.flatMap { animator(named: $0.name.text) }
  }

  /// The animator of a name.
  func animator(named name: String) -> FrameAnimator? { animators.first { $0.id == name } }

  /// The layer, spinner or button of a name.
  func layer(named name: String) -> Layer? { layers.first { $0.name == name } }

  /// Whether it is a sequence with overlays, not a scene file.
  var isOfFrames: Bool { description.isOfFrames }

  /// Sets everything going: frames when they are decoded, the rest when the first picture is on the
  /// screen, from which all times count.
  func start() {
    for animator in description.animators where !animator.isStopped && animator.delay == 0 {
      self.animator(named: animator.name.text)?.start()
    }
    host.whenSeen { [weak self] in
      guard let self else { return }
      begin(at: host.seenFrom(loop.now))
    }
  }

  /// A picture of the description; all were decoded.
  func picture(_ picture: SceneDescription.Picture?) -> Picture? {
    picture.flatMap(description.file(of:)).flatMap { programme.pictures[$0.path] }
  }

  // MARK: - Making layers

  private func addLayers() {
    for animator in description.animators where !isShown(animator) {
      // Frames that no layer shows are meant to be seen all the same.
      var layer = SceneDescription.Layer(name: animator.name)
      layer.content = .animator(animator.name)
      scene.root.addSublayer(make(layer, in: scene.root))
    }
    // Those that others lie in come first: what is in them is measured by them.
    var waiting = description.layers
    while !waiting.isEmpty {
      let ready = waiting.filter { $0.superlayer.map { layer(named: $0.text) != nil } ?? true }
      guard !ready.isEmpty else { fatalError("layers of a scene lie in themselves") }
      for layer in ready { layers.append(make(layer, in: superlayer(of: layer))) }
      waiting.removeAll { layer(named: $0.name.text) != nil }
    }
    for layer in description.layers {
      guard let made = self.layer(named: layer.name.text) else { continue }
      superlayer(of: layer).addSublayer(made)
      if case .button(let button) = layer.role, let made = made as? ButtonLayer {
        buttons.append(KeyedButton(button: made, keys: button.keys))
      }
    }
  }

  private func isShown(_ animator: SceneDescription.Animator) -> Bool {
    description.layers.contains { layer in
      if case .animator(let name) = layer.content { return name.text == animator.name.text }
      return false
    }
  }

  private func superlayer(of layer: SceneDescription.Layer) -> Layer {
    layer.superlayer.flatMap { self.layer(named: $0.text) } ?? scene.root
  }

  private func make(_ layer: SceneDescription.Layer, in outer: Layer) -> Layer {
    var shown: Picture?
    if case .picture(let picture) = layer.content { shown = self.picture(picture) }
    let layout = SceneLayout(outer: outer.bounds.size)
    let frame = layout.frame(layer.place, natural: naturalSize(of: layer, shown, layout))
    let made: Layer
    if case .button(let button) = layer.role {
      made = makeButton(button, frame: frame, shown)
    } else {
      made = Layer(frame: frame)
      if let shown { made.content = .picture(shown) }
    }
    if case .animator(let name) = layer.content, let animator = animator(named: name.text) {
      made.content = .moving(animator)
    }
    made.name = layer.name.text
    made.background = layer.background
    made.contentMode = layer.contentMode
    made.alpha = layer.alpha
    made.isHidden = layer.isHidden
    made.zPosition = layer.zPosition
    made.rotation = layer.rotation / 360
    if layer.scale != SceneScale(x: 1, y: 1) {
      made.transform = .scale(x: layer.scale.x, y: layer.scale.y)
    }
    return made
  }

  private func naturalSize(
    of layer: SceneDescription.Layer, _ shown: Picture?, _ layout: SceneLayout
  ) -> Size? {
    if let shown { return Size(shown.bitmap.size) }
    guard case .button = layer.role, layer.content == .none else { return nil }
    // The sign that it draws for itself is a square.
    let side = (min(layout.outer.width, layout.outer.height) / 6).rounded()
    return Size(width: side, height: side)
  }

  /// Puts every layer where the description has it, on a scene that has another size.
  ///
  /// What was moved by an animation meanwhile is there again as well.
  func layOut() {
    // Those that others lie in come before those.
    for made in layers {
      guard let layer = description.layers.first(where: { $0.name.text == made.name }) else {
        continue
      }
      move(made, as: layer)
    }
    for animator in description.animators where !isShown(animator) {
      let whole = scene.root.bounds
      for made in scene.root.sublayers where made.name == animator.name.text { made.frame = whole }
    }
  }

  private func move(_ made: Layer, as layer: SceneDescription.Layer) {
    guard let outer = made.superlayer else { return }
    var shown: Picture?
    if case .picture(let picture) = layer.content { shown = self.picture(picture) }
    let layout = SceneLayout(outer: outer.bounds.size)
    let frame = layout.frame(layer.place, natural: naturalSize(of: layer, shown, layout))
    made.bounds.size = frame.size
    made.center = frame.center
  }

  private func makeButton(
    _ button: SceneDescription.Button, frame: Rectangle, _ shown: Picture?
  ) -> ButtonLayer {
    var pictures: [ButtonLayer.Face: Picture] = [:]
    pictures[.off] = shown
    pictures[.on] = picture(button.on)
    pictures[.offPressed] = picture(button.pressed)
    pictures[.onPressed] = picture(button.pressed)
    return ButtonLayer(frame: frame, pictures: pictures)
  }
}
