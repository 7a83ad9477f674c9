import Frames
import Linux
import Timing

// What is told, and to whom.
extension FrameAnimator {
  private static let mostBadFramesTold = 20

  /// Tells that a run has begun.
  func tellStart(_ run: FrameRun) {
    host?.tell(.start(animation: run.id, time: loop.now))
    onStart?(self, run.context)
  }

  /// Tells that another frame is shown.
  func tellFrame(_ index: Int, _ run: FrameRun) {
    let wasTelling = isTelling
    isTelling = true
    onFrame?(self, index, run.context)
    isTelling = wasTelling
  }

  /// Ends the run: what is shown then is by `fill`, and the memory of the rest is free.
  func finish(_ isFinished: Bool) {
    guard let number = run?.number else { return }
    if run?.isTold == false {
      run?.isTold = true
      if let run { tellStart(run) }
    }
    // It may have been stopped within the callback.
    guard let run, run.number == number else { return }
    self.run = nil
    given = nil
    if run.hasShown { wantedIndex = nil }
    isPrecached = false
    isFadedAway = run.fade.map { $0.end <= loop.now } == true
    if fill != .hold || isFadedAway { showing = nil }
    if !keepsWindow { closeWindow() }
    host?.animatorDidChange()
    turnSoon()
    host?.tell(.stop(animation: run.id, finished: isFinished, time: loop.now))
    onStop?(self, isFinished, run.context)
  }

  /// Tells what the window has found: bad frames, and a budget that is too small.
  func collectNotices() {
    for notice in window?.collect() ?? [] {
      switch notice {
      case .badFrame(let index, let name, let reason):
        guard badFrames.insert(index).inserted else { continue }
        tellBad(name, index, reason)
        host?.tell(.bad(index: index, name: name, reason: reason, time: loop.now))
      case .exceedsBudget(let held, let frames, let budget):
        guard !hasSaidOverflow else { continue }
        hasSaidOverflow = true
        host?.complain(
          "\(id): only \(held) of \(frames) frames fit its \(budget) bytes; the others are "
            + "decoded as they are due. Raise the budget to hold them all.")
      }
    }
  }

  /// Names a bad frame; a long row of them is cut.
  private func tellBad(_ name: String, _ index: Int, _ reason: String) {
    if badFrames.count <= Self.mostBadFramesTold {
      let sentence = SequencePerformance.sentence(name, index, reason)
      host?.complain(onFailure == nil ? "\(id): \(sentence)" : sentence)
    } else if badFrames.count == Self.mostBadFramesTold + 1 {
      host?.complain(
        onFailure == nil
          ? "\(id): more frames are bad; the events tell each." : SequencePerformance.moreBadFrames)
    }
  }

  func complainOfStop(_ frame: Int, _ reason: String) {
    let name = origin.sequence.frames[frame].name
    if let onFailure {
      return onFailure(SequencePerformance.stopSentence(name, frame, reason))
    }
    host?.complain(
      "\(id): " + SequencePerformance.sentence(name, frame, reason)
        + " It stops there, as it was asked to.")
  }

  func complainOfNothing() {
    if let onFailure { return onFailure(SequencePerformance.nothingSentence(origin.sequence.name)) }
    host?.complain(
      count == 0
        ? "\(id) has no frames to play; give it some."
        : "\(id): none of its \(count) frames can be shown; what was said of each tells why.")
  }
}
