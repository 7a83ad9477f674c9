import Linux
import Timing

extension Stage {
  /// The present time in nanoseconds of the stage's clock; it stands still until `run()` has shown
  /// the first picture.
  public var now: Int64 { performance.stageNow }

  /// Calls a body on the loop so long after now; before `run()`, so long after the first picture.
  public func perform(after delay: Duration, _ body: @escaping () -> Void) {
    let nanoseconds = max(0, delay.nanoseconds)
    performance.whenSeen { [weak performance] in
      guard let performance else { return }
      let (time, isBeyondEveryClock) = performance.presentMoment.addingReportingOverflow(
        nanoseconds)
      if !isBeyondEveryClock { performance.loop.schedule(at: time, handler: body) }
    }
  }
}
