import Frames
import Timing

extension SceneDescription {
  /// Frames that follow one another.
  struct Animator: Sendable, Equatable {
    /// What is seen of the frames once it has run to its end, or was stopped.
    enum Fill: String, Sendable, CaseIterable {
      /// The one that it stopped on.
      case hold
      /// None.
      case clear
    }

    var name: Name
    /// One source, or a list of files.
    var frames: [File] = []
    /// How fast; nil for the player's own pace.
    var pace: PlayerConfiguration.Pace?
    var repeatCount: RepeatCount = .forever
    var isReversed = false
    var autoreverses = false
    /// The frame to begin at, from 0; nil for the first in playing order.
    var startFrame: Int?
    var fill = Fill.hold
    /// What is seen instead, before it starts too.
    var still: Picture?
    /// Which decoded frames are kept; nil for the player's own choice.
    var cache: CacheMode?
    /// What happens when a frame is not decoded in time; nil for the player's own choice.
    var late: PlayerConfiguration.Late?
    /// Nanoseconds from the first picture on screen to its start.
    var delay: Int64 = 0
    /// Whether it waits for a button or a reaction.
    var isStopped = false
    /// Whether keys and commands to the player are for it.
    var isMain = false
  }

  /// The animator that keys and commands are for: the one that says so, or the first.
  var mainAnimator: Animator? { animators.first { $0.isMain } ?? animators.first }
}
