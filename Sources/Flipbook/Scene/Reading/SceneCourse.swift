/// Gathers what an animation changes, as its lines are read.
struct SceneCourse {
  var isDiscrete = false
  private var changes: [SceneDescription.Change] = []
  private var keyframes: [SceneDescription.Keyframe] = []
  private var moment: Double?

  /// What was gathered.
  var made: SceneDescription.Animation.Course {
    moment == nil ? .changes(changes) : .keyframes(keyframes, isDiscrete: isDiscrete)
  }

  /// What follows is a keyframe at a moment.
  mutating func begin(moment: Double) throws(SceneComplaint) {
    guard changes.isEmpty else {
      throw SceneComplaint(
        "expected a moment such as “at 50%” before every change of this animation, or none.")
    }
    guard moment >= self.moment ?? 0 else {
      throw SceneComplaint("expected a moment that is not before the one above it.")
    }
    self.moment = moment
  }

  mutating func add(_ change: SceneDescription.Change) throws(SceneComplaint) {
    let property = change.property
    guard let moment else {
      if property == .content {
        throw SceneComplaint("expected a moment before “picture”, such as “at 50% picture …”.")
      }
      guard !changes.contains(where: { $0.property == property }) else {
        throw SceneComplaint("expected “\(property.rawValue)” once in an animation.")
      }
      changes.append(change)
      return
    }
    guard !keyframes.contains(where: { $0.time == moment && $0.change.property == property })
    else { throw SceneComplaint("expected “\(property.rawValue)” once at a moment.") }
    keyframes.append(SceneDescription.Keyframe(time: moment, change: change))
  }

  /// Whether it makes an animation.
  func check() throws(SceneComplaint) {
    guard !changes.isEmpty || !keyframes.isEmpty else {
      throw SceneComplaint("expected a change such as “move to 50% 50%” or “fade to 0”.")
    }
    if isDiscrete, moment == nil {
      throw SceneComplaint("expected moments such as “at 50%” for “discrete”.")
    }
  }
}

extension SceneDescription.Change {
  /// What of a layer changes; the raw value is the word for it.
  enum Property: String, CaseIterable {
    case center = "move"
    case bounds = "size"
    case alpha = "fade"
    case transform = "scale"
    case rotation = "turn"
    case content = "picture"
  }

  var property: Property {
    switch self {
    case .moveTo, .moveBy: .center
    case .size: .bounds
    case .fade: .alpha
    case .scale: .transform
    case .turnTo, .turnBy: .rotation
    case .picture: .content
    }
  }
}
