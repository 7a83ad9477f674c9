import FlipbookTesting

/// What a screen of a run showed from when to when, in order of time.
struct CampaignTimeline {
  struct Stretch {
    var start: Int64
    var end: Int64
    var period: Double
    /// The frame; nil for anything else.
    var frame: Int?
    var isConsole: Bool
    var isDark: Bool
    var hasVblank: Bool
    /// Who showed it.
    var outputs: [String]
  }

  /// Each screen's stretches.
  private(set) var screens: [[Stretch]] = []
  /// The same by output, whatever fed it.
  private(set) var outputs: [String: [Stretch]] = [:]

  init(_ run: CampaignRun) {
    for (index, card) in run.cards.enumerated() {
      let runs = Dictionary(grouping: card.scanOut, by: \.crtc)
      for crtc in runs.keys.sorted() {
        screens.append(Self.stretches(runs[crtc] ?? [], card: card, index: index, run))
      }
    }
    for stretch in screens.joined() {
      for output in stretch.outputs { outputs[output, default: []].append(stretch) }
    }
    outputs = outputs.mapValues { stretches in
      var sorted = stretches.sorted { $0.start < $1.start }
      for index in sorted.indices.dropLast() {
        sorted[index].end = min(sorted[index].end, sorted[index + 1].start)
      }
      return sorted
    }
  }

  private static func stretches(
    _ runs: [ScanOutRun], card: FakeCard, index: Int, _ run: CampaignRun
  ) -> [Stretch] {
    var result: [Stretch] = []
    for one in runs {
      let key = CampaignRun.Key(
        card: index, crtc: one.crtc, vblank: one.firstVblank, framebuffer: one.framebuffer)
      let sighting = run.sightings[key]
      let start = sighting?.time ?? one.time
      let period = sighting?.period ?? result.last?.period ?? 1e9 / 60
      if let last = result.indices.last {
        // The one before went dark where its count ended before this one begins.
        result[last].end = min(result[last].end, start)
      }
      result.append(
        Stretch(
          start: start, end: start + Int64(Double(one.count) * period + period / 2), period: period,
          frame: sighting?.frame,
          // What was up when the card came is the console, which nobody was shown.
          isConsole: sighting?.isConsole ?? (one.framebuffer != 0),
          isDark: sighting == nil || sighting?.isBlack == true,
          hasVblank: card.configuration.profile.hasVblank, outputs: sighting?.outputs ?? []))
    }
    return result
  }

  /// The frames that screens show at a time; that of one output, where it is given.
  func frames(at time: Int64, on output: String?) -> [Int] {
    let screens = output.map { [outputs[$0] ?? []] } ?? screens
    return screens.compactMap { stretch($0, at: time)?.frame }
  }

  /// When a picture comes up next on any screen, or on an output; nil for never.
  func nextPicture(after time: Int64, on output: String?) -> Int64? {
    let screens = output.map { [outputs[$0] ?? []] } ?? screens
    return screens.joined().lazy.map(\.start).filter { $0 > time }.min()
  }

  /// What a screen shows at a time; nil for nothing.
  func stretch(_ screen: [Stretch], at time: Int64) -> Stretch? {
    guard let index = screen.lastIndex(where: { $0.start <= time }), screen[index].end > time
    else { return nil }
    return screen[index]
  }
}
