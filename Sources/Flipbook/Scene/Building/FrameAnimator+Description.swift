import Frames
import Timing

extension FrameAnimator {
  /// Makes the animator that a description says; frames are not looked at before they are wanted.
  convenience init(
    _ description: SceneDescription.Animator, _ configuration: PlayerConfiguration,
    host: any AnimatorHost
  ) throws(SceneComplaint) {
    try self.init(description.frames.map(\.path), host: host)
    id = description.name.text
    try check(description)
    try set(description.pace ?? configuration.pace, description)
    repeatCount = description.repeatCount
    autoreverses = description.autoreverses
    isReversed = description.isReversed
    if let frame = description.startFrame { index = frame }
    fill = description.fill == .clear ? .clear : .hold
    caching = description.cache ?? configuration.cache
    late = description.late ?? configuration.late
    onBadFrame = configuration.onBadFrame
  }

  /// One name is a source; several are files; none is the test card.
  private convenience init(_ paths: [String], host: any AnimatorHost) throws(SceneComplaint) {
    guard let first = paths.first else {
      let frames = Programme.testCardFrames
      let layout = FrameLayout(screen: host.screenSize)
      self.init(
        count: frames, makeWorker: { TestCardWorker(frames: frames, layout: layout) }, host: host)
      return
    }
    guard paths.count == 1 else {
      self.init(frames: paths, host: host)
      return
    }
    do throws(PlayerError) {
      try self.init(source: first, host: host)
    } catch {
      throw SceneComplaint(error.message)
    }
    if let sentence = origin.sequence.holesSentence { host.complain(sentence) }
  }

  private func check(_ description: SceneDescription.Animator) throws(SceneComplaint) {
    guard let start = description.startFrame, start >= count else { return }
    throw SceneComplaint(
      "expected a frame from 0 to \(count - 1) to start at, found \(start): “\(id)” has \(count).")
  }

  private func set(
    _ pace: PlayerConfiguration.Pace, _ description: SceneDescription.Animator
  ) throws(SceneComplaint) {
    switch pace {
    case .rate(let rate): frameRate = rate
    case .duration(let nanoseconds):
      let steps = description.autoreverses && count > 1 ? 2 * count - 2 : count
      guard nanoseconds >= Int64(steps) * 1_000_000 else {
        throw SceneComplaint(
          "expected at most 1000 frames a second; “\(id)” has \(steps) in "
            + "\(Double(nanoseconds) / 1e9) s. Give it \(Double(steps) / 1000) s or more.")
      }
      duration = .nanoseconds(nanoseconds)
    }
  }
}
