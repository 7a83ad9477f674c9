import Layers
import Pixels

extension FrameAnimator {
  /// What is shown once a run has stopped.
  public enum Fill: String, Sendable, Hashable, CaseIterable {
    /// The frame that was shown last; before the first run, the one that it would begin at.
    case hold
    /// The still picture.
    case still
    /// Nothing.
    case clear
  }

  /// When a run that is asked to stop does so.
  public enum StopMoment: Sendable, Hashable {
    /// At once.
    case now
    /// When the cycle that it is in is complete; its last frame has had its time.
    case cycleEnd
    /// As soon as it comes to a frame, which is shown.
    case frame(Int)
    /// When it has faded away; frames go on meanwhile, and nothing of them is left at the end, also
    /// where `fill` is `.hold`, until it is started or `index` is set.
    case fade(Duration)
  }

  /// Where an animator is driven to.
  public enum Target: Sendable, Hashable {
    /// A frame, counted from 0.
    case frame(Int)
    /// A place between the first frame (0) and the last (1): the nearest frame.
    case fraction(Double)
  }

  /// What a frame animator shows, and how it got there.
  struct Showing {
    var frame: Int
    var fitted: FittedPicture
    var measure: FrameMeasure

    var image: ContentImage { measure.image(of: fitted) }
  }
}
