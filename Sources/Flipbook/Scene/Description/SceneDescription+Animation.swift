import Timing

extension SceneDescription {
  /// Properties of a layer that change with time.
  struct Animation: Sendable, Equatable {
    /// How properties change.
    enum Course: Sendable, Equatable {
      /// From what is there to these.
      case changes([Change])
      /// Through these, by their moments; at least two for a property.
      case keyframes([Keyframe], isDiscrete: Bool)
    }

    /// What it is called, where it is.
    var name: Name?
    /// The line that it begins on.
    var line: Int
    var layer: Name
    var course = Course.changes([])
    /// Nanoseconds from the first picture on screen, or from its start by a reaction or button.
    var delay: Int64 = 0
    /// Nanoseconds of one way; nil for the time of `Scene.animate`.
    var duration: Int64?
    /// How progress follows time; nil for the curve of `Scene.animate` and its keyframes.
    var curve: Curve?
    var repeatCount: RepeatCount = .times(1)
    var autoreverses = false
    /// Whether it takes over from running animations, instead of waiting for them.
    var isFromCurrent = false
    /// Whether it waits for a button or a reaction.
    var isStopped = false
  }

  /// A property and what becomes of it.
  enum Change: Sendable, Equatable {
    /// The middle of the layer goes there.
    case moveTo(ScenePoint)
    /// The layer goes so far.
    case moveBy(ScenePoint)
    /// It grows or shrinks about its middle to that size.
    case size(width: SceneLength, height: SceneLength)
    /// So much of it is seen.
    case fade(Double)
    /// It is so many times as large.
    case scale(SceneScale)
    /// It turns clockwise to so many degrees.
    case turnTo(Double)
    /// It turns by so many degrees, clockwise.
    case turnBy(Double)
    /// It shows another picture; in keyframes only.
    case picture(Picture)
  }

  /// A change that is complete at a moment of the cycle.
  struct Keyframe: Sendable, Equatable {
    /// The moment, as a fraction of the cycle.
    var time: Double
    var change: Change
  }
}
