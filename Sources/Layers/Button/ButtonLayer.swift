public import Pixels

/// A layer that is on or off and is toggled by touches; by default it starts and stops something.
///
/// It shows a picture per state in its bounds, as its content mode says. Without any it shows its
/// content, and without that a plate with the sign for playing, or for pausing where it is on.
public final class ButtonLayer: Layer {
  /// What a button looks like.
  public enum Face: String, Sendable, Hashable, CaseIterable {
    /// It is off.
    case off
    /// It is on.
    case on
    /// It is off and a finger is on it.
    case offPressed
    /// It is on and a finger is on it.
    case onPressed
    /// It does not react.
    case disabled
  }

  /// The pictures by state.
  ///
  /// For a pressed or disabled button without its own, that of the button at rest is shown, paler;
  /// one for either of on and off does for both.
  public var pictures: [Face: Picture] = [:] {
    didSet { scene?.noteChange() }
  }

  /// Whether it reacts to touches and `press()`; where not, it keeps touches from what is behind.
  public var isEnabled = true {
    didSet {
      if !isEnabled { isPressed = false }
      scene?.noteChange()
    }
  }

  /// Whether a finger is on it that would toggle it.
  public internal(set) var isPressed = false {
    didSet { if isPressed != oldValue { scene?.noteChange() } }
  }

  /// What toggling starts and stops; where there is something, the button is on while that runs,
  /// also after it was started or stopped in another way.
  public var target: (any MovingContent)? {
    didSet { scene?.noteChange() }
  }

  /// Called after a touch, `press()` or `toggle()` turned it on or off.
  public var onToggle: ((_ isOn: Bool) -> Void)?

  private var isOnByItself = false
  private var artwork = ButtonArtwork()

  /// Makes a button that is off.
  ///
  /// - Parameters:
  ///   - frame: where it lies in its superlayer.
  ///   - target: what it starts and stops.
  ///   - pictures: by state.
  public init(
    frame: Rectangle = .zero, target: (any MovingContent)? = nil, pictures: [Face: Picture] = [:]
  ) {
    self.target = target
    self.pictures = pictures
    super.init(frame: frame)
    isHittable = true
  }

  // MARK: - On and off

  /// Whether it is on; setting it starts or stops the target and calls nobody.
  public var isOn: Bool {
    get { target?.isAnimating ?? isOnByItself }
    set {
      isOnByItself = newValue
      if newValue {
        target?.start()
      } else {
        target?.stop()
      }
      scene?.noteChange()
    }
  }

  /// Turns it on or off, and tells so.
  public func toggle() {
    let turnsOn = !isOn
    isOn = turnsOn
    onToggle?(turnsOn)
  }

  /// Does what a touch does, for keys: toggles the button where it is enabled.
  public func press() {
    if isEnabled { toggle() }
  }

  // MARK: - Looks

  /// The state to show.
  public var face: Face {
    guard isEnabled else { return .disabled }
    if isOn { return isPressed ? .onPressed : .on }
    return isPressed ? .offPressed : .off
  }

  /// What is shown: a picture, or the content, and how much of it is seen.
  func look(_ values: LayerValues) -> (picture: Picture?, alpha: Double) {
    let face = face
    if let picture = pictures[face] { return (picture, 1) }
    // Where there is no picture for it, what is pressed or disabled is told by its paleness.
    let alpha = face == .disabled ? 0.4 : isPressed ? 0.7 : 1
    let atRest: [Face] = isOn ? [.on, .off] : [.off, .on]
    for other in atRest {
      if let picture = pictures[other] { return (picture, alpha) }
    }
    if case .none = values.content {
      let picture = artwork.picture(of: values.bounds.size, isOn: isOn, isPressed: isPressed)
      return (picture, face == .disabled ? alpha : 1)
    }
    return (nil, alpha)
  }
}
