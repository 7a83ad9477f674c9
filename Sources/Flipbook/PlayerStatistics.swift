/// What a player did, in figures.
public struct PlayerStatistics: Sendable, Hashable {
  /// Frames that reached the screen, each showing counted.
  public var framesShown = 0
  /// Frames that reached the screen after the vblank they were due at.
  public var framesLate = 0
  /// Vblanks that went by between when pictures should have been seen and when they were.
  public var vblanksMissed = 0
  /// How frames of a sequence fall on the display's vblanks: "3:2 vblanks a frame".
  public var cadence: String?
  /// Frames whose time passed without their being shown.
  public var framesDropped = 0
  /// Different frames that could not be decoded.
  public var framesBad = 0
  /// Page flips that completed, and mode sets.
  public var flips = 0
  /// Mode sets among them; 0 where the display ran in the right mode already.
  public var modeSets = 0
  /// Which of the kernel's ways was used: "atomic" or "legacy"; nil before there was a display.
  public var kms: String?
  /// The driver of the card that was played on last; nil before there was a display.
  public var driver: String?
  /// Refreshes a second as flips told them, of a display without vblank as its mode says.
  public var measuredRefresh: Double?
  /// From the start of the process to the first picture on the screen, in milliseconds.
  public var firstFlipMilliseconds: Double?
  /// The most bytes of decoded frames held at once.
  public var windowPeakBytes = 0
  /// Frames decoded, again or not.
  public var decodedFrames = 0
  /// Times that the event loop woke up.
  public var wakeUps = 0

  /// The figures of each output by its name, in the order named, where there are several.
  public var outputs: [(name: String, figures: PlayerStatistics)] {
    zip(outputNames, outputFigures).map { ($0, $1) }
  }
  private var outputNames: [String] = []
  private var outputFigures: [PlayerStatistics] = []

  /// Figures of a player that has done nothing.
  public init() {}

  /// The figures as one JSON object.
  public var json: JSONObject {
    var object = JSONObject()
    object.add("frames_shown", framesShown)
    object.add("frames_late", framesLate)
    object.add("frames_dropped", framesDropped)
    object.add("vblanks_missed", vblanksMissed)
    object.add("frames_bad", framesBad)
    object.add("flips", flips)
    object.add("mode_sets", modeSets)
    if let kms { object.add("kms", kms) }
    if let driver { object.add("driver", driver) }
    if let measuredRefresh { object.add("refresh_hz", measuredRefresh) }
    if let cadence { object.add("cadence", cadence) }
    object.add("first_flip_ms", firstFlipMilliseconds ?? .nan)
    object.add("window_peak_bytes", windowPeakBytes)
    object.add("decoded_frames", decodedFrames)
    object.add("wake_ups", wakeUps)
    if !outputNames.isEmpty {
      object.add(
        "outputs",
        outputs.map { name, figures in
          var output = JSONObject()
          output.add("output", name)
          output.add("frames_shown", figures.framesShown)
          output.add("frames_late", figures.framesLate)
          output.add("frames_dropped", figures.framesDropped)
          output.add("flips", figures.flips)
          output.add("mode_sets", figures.modeSets)
          output.add("kms", figures.kms)
          return output
        })
    }
    return object
  }

  /// Takes the figures of several outputs together, the first of which led.
  ///
  /// - Parameter peak: the most bytes that all held at one moment.
  mutating func gather(
    _ members: [(name: String, figures: PlayerStatistics)], leader: Int, peak: Int
  ) {
    outputNames = members.map(\.name)
    outputFigures = members.map(\.figures)
    windowPeakBytes = peak
    for (index, member) in members.enumerated() where index != leader {
      let figures = member.figures
      framesShown += figures.framesShown
      framesLate += figures.framesLate
      framesDropped += figures.framesDropped
      vblanksMissed += figures.vblanksMissed
      framesBad = max(framesBad, figures.framesBad)
      flips += figures.flips
      modeSets += figures.modeSets
      decodedFrames += figures.decodedFrames
    }
  }
}
