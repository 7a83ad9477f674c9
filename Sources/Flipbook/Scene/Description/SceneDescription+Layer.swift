import Controls
import Layers
import Pixels
import Timing

extension SceneDescription {
  /// A layer, a spinner or a button.
  struct Layer: Sendable, Equatable {
    /// What is shown in it.
    enum Content: Sendable, Equatable {
      case none
      case picture(Picture)
      case animator(Name)
    }

    /// What it is besides a layer.
    enum Role: Sendable, Equatable {
      case plain
      case spinner(Spin)
      case button(Button)
    }

    var name: Name
    /// The layer that it lies in; nil for the screen.
    var superlayer: Name?
    var role = Role.plain
    var content = Content.none
    var background = Background.none
    var place = Place()
    var contentMode = ContentMode.aspectFit
    var alpha = 1.0
    var isHidden = false
    var zPosition = 0.0
    /// Degrees, clockwise.
    var rotation = 0.0
    var scale = SceneScale(x: 1, y: 1)
  }

  /// How a spinner turns.
  struct Spin: Sendable, Equatable {
    /// Nanoseconds of a turn.
    var duration: Int64 = 1_000_000_000
    /// Whether it turns against the clock.
    var isReversed = false
    /// Nanoseconds from the first picture on screen to its start.
    var delay: Int64 = 0
    /// Whether it waits for a button or a reaction.
    var isStopped = false
  }

  /// What a button looks like besides its own picture, and does.
  struct Button: Sendable, Equatable {
    /// Pictures while a finger is on it, while what it toggles runs, and while it takes no taps.
    var pressed: Picture?
    var on: Picture?
    /// What a tap starts where it is stopped, and stops where it runs.
    var toggles: [Name] = []
    /// Keys that do the same as a tap.
    var keys: [InputTrigger] = []
  }

  /// Where a layer lies; what is not said follows from its picture and what it lies in.
  struct Place: Sendable, Equatable {
    /// Where a point of the layer lies; nil for the middle of what it lies in.
    var position: ScenePoint?
    /// Which point of the layer that is: 0 for its left or top edge, 1 for its right or bottom one.
    var anchor = Point(x: 0.5, y: 0.5)
    var width: SceneLength?
    var height: SceneLength?
  }
}
