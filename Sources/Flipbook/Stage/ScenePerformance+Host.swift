import Frames
import KMS
import Layers
import Linux
import Pixels

/// What animators need of the stage that they play on.
extension ScenePerformance: AnimatorHost {
  var screenSize: PixelSize { scene.size }

  func seenFrom(_ time: Int64) -> Int64 {
    let grid = screen.clock
    let seen = beginning ?? grid.time(ofVblank: max(grid.soonestVblank(now: time), takenVblank + 1))
    // Frames change a little before the vblanks that show them, where jitter cannot turn it; the
    // first may so have begun a little before it was asked for.
    return seen - Int64(grid.period / 4)
  }

  var refreshPeriod: Double { screen.clock.period }

  func whenSeen(_ body: @escaping () -> Void) {
    if clock.standsAt == nil { body() } else { untilSeen.append(body) }
  }

  /// The present time; that of the first picture while what waited for it is begun.
  var presentMoment: Int64 { beginning ?? loop.now }

  func register(_ animator: any StagedAnimator) {
    animators.removeAll { $0.animator == nil || $0.animator === animator }
    animators.append(StagedOne(animator: animator))
    for part in parts { part.register(animator) }
  }

  func keep(_ figures: WindowStatistics) {
    statistics.windowPeakBytes = max(statistics.windowPeakBytes, figures.peakBytes)
    statistics.decodedFrames += figures.decodedFrames
    statistics.framesBad += figures.badFrames
  }

  func animatorDidChange() { noteChange() }

  func complain(_ sentence: String) { log(sentence) }
}
