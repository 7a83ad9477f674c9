import Linux
import Pixels

/// What a frame animator needs of the place that it plays in; all calls on the loop's thread.
protocol AnimatorHost: AnyObject {
  /// The loop: its clock, timers and wakers.
  var loop: EventLoop { get }
  /// The screen's visible pixels: no frame is decoded larger than that, unless asked for.
  var screenSize: PixelSize { get }
  /// Bytes that all animators together may hold.
  var budget: Int { get }

  /// The time from which a picture that is ready at `time` can be seen: that of a vblank, so that
  /// frames keep step with the display; `time` itself where there is none.
  func seenFrom(_ time: Int64) -> Int64
  /// Something else is to be drawn than before.
  func animatorDidChange()
  /// Tells an event to whoever listens.
  func tell(_ event: PlayerEvent)
  /// Tells a person a sentence.
  func complain(_ sentence: String)
}
