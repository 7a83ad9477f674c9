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
  }

  /// Each screen's stretches.
  private(set) var screens: [[Stretch]] = []

  init(_ run: CampaignRun) {
    for (index, card) in run.cards.enumerated() {
      let runs = Dictionary(grouping: card.scanOut, by: \.crtc)
      for crtc in runs.keys.sorted() {
        screens.append(Self.stretches(runs[crtc] ?? [], card: card, index: index, run))
      }
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
          frame: sighting?.frame, isConsole: sighting?.isConsole ?? false,
          isDark: sighting == nil || sighting?.isBlack == true,
          hasVblank: card.configuration.profile.hasVblank))
    }
    return result
  }

  /// The frames that screens show at a time.
  func frames(at time: Int64) -> [Int] {
    screens.compactMap { stretch($0, at: time)?.frame }
  }

  /// When a picture comes up next on any screen; nil for never.
  func nextPicture(after time: Int64) -> Int64? {
    screens.joined().lazy.map(\.start).filter { $0 > time }.min()
  }

  /// What a screen shows at a time; nil for nothing.
  func stretch(_ screen: [Stretch], at time: Int64) -> Stretch? {
    guard let index = screen.lastIndex(where: { $0.start <= time }), screen[index].end > time
    else { return nil }
    return screen[index]
  }
}
