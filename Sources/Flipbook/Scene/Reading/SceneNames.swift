/// Checks the names of a description: that each leads to something of the right kind.
struct SceneNames {
  /// What a name can be given to.
  enum Kind: String {
    case picture, animator, layer, spinner, button, animation

    /// The kind in a sentence: “an animator”.
    var noun: String {
      self == .animator || self == .animation ? "an \(rawValue)" : "a \(rawValue)"
    }
  }

  /// What a name is given to, and where.
  struct Owner {
    let name: String
    let kind: Kind
    let line: Int
  }

  /// How deep layers may lie in one another.
  private static let deepest = 16
  private static let layers: [Kind] = [.layer, .spinner, .button]
  private static let runners: [Kind] = [.animator, .spinner, .animation]

  private let description: SceneDescription
  private let owners: [Owner]
  private(set) var errors: [SceneFileError] = []

  /// Checks all names of a description.
  init(_ description: SceneDescription, _ owners: [Owner]) {
    self.description = description
    self.owners = owners
    for animator in description.animators { checkPicture(animator.still) }
    for layer in description.layers { check(layer) }
    for animation in description.animations { check(animation) }
    for reaction in description.reactions { check(reaction) }
  }

  private mutating func check(_ layer: SceneDescription.Layer) {
    switch layer.content {
    case .none: break
    case .picture(let picture): checkPicture(picture)
    case .animator(let name): check(name, [.animator], "an animator")
    }
    if case .button(let button) = layer.role {
      checkPicture(button.pressed)
      checkPicture(button.on)
      for name in button.toggles { check(name, Self.runners, "an animator, spinner or animation") }
    }
    guard let superlayer = layer.superlayer else { return }
    check(superlayer, Self.layers, "a layer")
    checkDepth(of: layer, in: superlayer)
  }

  private mutating func checkDepth(
    of layer: SceneDescription.Layer, in superlayer: SceneDescription.Name
  ) {
    var outer: SceneDescription.Name? = superlayer
    for _ in 0..<Self.deepest {
      guard let name = outer else { return }
      if name.text == layer.name.text {
        return complain(superlayer, "expected a layer that does not lie in “\(name.text)” itself.")
      }
      outer = description.layers.first { $0.name.text == name.text }?.superlayer
    }
    if outer != nil {
      complain(superlayer, "expected layers to lie at most \(Self.deepest) deep in one another.")
    }
  }

  private mutating func check(_ animation: SceneDescription.Animation) {
    check(animation.layer, Self.layers, "a layer")
    guard case .keyframes(let keyframes, _) = animation.course else { return }
    for case .picture(let picture) in keyframes.map(\.change) { checkPicture(picture) }
  }

  private mutating func check(_ reaction: SceneDescription.Reaction) {
    if case .when(let name, let event) = reaction.trigger {
      if event == .tapped {
        check(name, [.button], "a button")
      } else {
        check(name, Self.runners, "an animator, spinner or animation")
      }
    }
    for action in reaction.actions {
      switch action {
      case .start(let name), .stop(let name, _), .toggle(let name):
        check(name, Self.runners, "an animator, spinner or animation")
      case .reverse(let name): check(name, [.animator], "an animator")
      case .show(let name), .hide(let name): check(name, Self.layers, "a layer")
      case .picture(let name, let picture):
        check(name, Self.layers, "a layer")
        checkPicture(picture)
      case .quit: break
      }
    }
  }

  private mutating func checkPicture(_ picture: SceneDescription.Picture?) {
    if case .named(let name) = picture { check(name, [.picture], "a picture") }
  }

  /// Notes where a name leads to nothing, or to something else than it should.
  private mutating func check(_ name: SceneDescription.Name, _ kinds: [Kind], _ expected: String) {
    if let owner = owners.first(where: { $0.name == name.text }) {
      guard !kinds.contains(owner.kind) else { return }
      return complain(
        name,
        "expected the name of \(expected); “\(name.text)” is \(owner.kind.noun), see line "
          + "\(owner.line).")
    }
    let candidates = owners.filter { kinds.contains($0.kind) }.map(\.name)
    complain(
      name,
      "expected the name of \(expected); there is no “\(name.text)”."
        + SceneToken(name.text).suggestion(among: candidates))
  }

  private mutating func complain(_ name: SceneDescription.Name, _ message: String) {
    errors.append(description.error(name.line, message))
  }
}
