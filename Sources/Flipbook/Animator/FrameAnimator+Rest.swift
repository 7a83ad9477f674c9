import Frames
import Linux
import Pixels
import Timing

// What is shown without a run.
extension FrameAnimator {
  /// Without a run: shows the frame that was asked for, or that a run would begin at.
  func showAtRest() -> Bool {
    let present = index
    let isSeen = bounds != nil && fill == .hold && !isFadedAway && count > 0
    guard isSeen, showing?.frame != present, badAtRest != present else {
      if !keepsWindow { closeWindow() }
      return false
    }
    guard let window = openWindow() else { return false }
    move(to: PlayheadPlan(index: present, direction: runsReversed ? .backwards : .forwards))
    switch frame(present, of: window) {
    case .pending: return false
    case .bad:
      collectNotices()
      badAtRest = present
      // A first picture waits for it no longer.
      host?.animatorDidChange()
    case .ready(let fitted):
      showing = Showing(frame: present, fitted: fitted, measure: measure)
      host?.animatorDidChange()
    }
    return true
  }

  /// `fill` was changed.
  func noteFill() {
    if run == nil {
      isFadedAway = false
      if fill != .hold { showing = nil }
      host?.animatorDidChange()
    }
    turnSoon()
  }
}
