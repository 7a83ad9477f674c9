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
    duration = try cycle(description, pace: description.pace ?? configuration.pace)
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
  }

  private func check(_ description: SceneDescription.Animator) throws(SceneComplaint) {
    guard let start = description.startFrame, start >= count else { return }
    throw SceneComplaint(
      "expected a frame from 0 to \(count - 1) to start at, found \(start): “\(id)” has \(count).")
  }

  /// How long a cycle takes at a pace.
  private func cycle(
    _ description: SceneDescription.Animator, pace: PlayerConfiguration.Pace
  ) throws(SceneComplaint) -> Duration {
    let steps = description.autoreverses && count > 1 ? 2 * count - 2 : count
    switch pace {
    case .rate(let rate):
      let exact = Int128(steps) * Int128(rate.denominator) * 1_000_000_000
      let nanoseconds = (exact + Int128(rate.numerator) / 2) / Int128(rate.numerator)
      return .nanoseconds(Int64(clamping: nanoseconds))
    case .duration(let nanoseconds):
      guard nanoseconds >= Int64(steps) * 1_000_000 else {
        throw SceneComplaint(
          "expected at most 1000 frames a second; “\(id)” has \(steps) in "
            + "\(Double(nanoseconds) / 1e9) s. Give it \(Double(steps) / 1000) s or more.")
      }
      return .nanoseconds(nanoseconds)
    }
  }
}
