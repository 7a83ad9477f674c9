import Timing

extension OutputChoice {
  /// The listed mode whose refresh is nearest to a whole multiple of the content's rate.
  ///
  /// Pure. Of several that are, the one nearest in rate to the usual mode: so a display that fits
  /// already is left as it is.
  ///
  /// - Parameters:
  ///   - rate: of the content; nil where it is not known.
  ///   - usual: the mode that would be chosen without, and why.
  ///   - modes: those that the display lists.
  /// - Returns: the mode, and why it.
  static func fit(
    _ rate: FrameRate?, usual: (mode: DisplayMode, why: String), among modes: [DisplayMode]
  ) -> (DisplayMode, String) {
    guard let rate else {
      return (usual.mode, "\(usual.why), and the content has no rate that one could be fitted to")
    }
    let candidates = modes.filter {
      $0.hdisplay == usual.mode.hdisplay && $0.vdisplay == usual.mode.vdisplay
        && $0.isInterlaced == usual.mode.isInterlaced && $0.refresh?.isPlausible == true
    }
    func key(_ mode: DisplayMode) -> (error: Double, distance: Double) {
      let hertz = mode.pacingRefresh.hertz
      let ratio = hertz / rate.framesPerSecond
      let error = abs(ratio - max(1, ratio.rounded())) / ratio
      // What a display's clock is off by anyway is no difference.
      return (
        error < Self.exactness ? 0 : error, abs(hertz - usual.mode.pacingRefresh.hertz)
      )
    }
    guard let best = candidates.min(by: { key($0) < key($1) }) else {
      return (usual.mode, "\(usual.why), and no other of its size has a true rate")
    }
    let times = max(1, (best.pacingRefresh.hertz / rate.framesPerSecond).rounded())
    guard key(best).error == 0 else {
      return (
        best,
        "comes nearest to a multiple of \(rate) frames a second, which none of "
          + "\(usual.mode.hdisplay)x\(usual.mode.vdisplay) is: frames are held by a cadence"
      )
    }
    return (
      best,
      "refreshes \(times == 1 ? "once" : "\(Int(times)) times") for each of \(rate) frames a second"
    )
  }

  /// How far a rate may be off and still count as a multiple: 24 fps is none of 23.976 Hz.
  private static let exactness = 0.0003
}
