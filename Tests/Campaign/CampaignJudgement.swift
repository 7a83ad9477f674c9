import Flipbook
import FlipbookTesting
import Linux
import Timing

/// What is wrong with a run.
struct CampaignJudgement {
  /// In sentences; empty for nothing.
  var complaints: [String] = []
  /// Nanoseconds of calm that were judged, on all outputs together.
  var judgedTime: Int64 = 0
  /// Nanoseconds in which an output was judged that had no trouble while others had.
  var undisturbedTime: Int64 = 0

  let run: CampaignRun
  let timeline: CampaignTimeline
  /// The longest refresh of any display, in nanoseconds.
  let slowest: Double
  var scenario: CampaignScenario { run.scenario }

  init(_ run: CampaignRun) {
    self.run = run
    timeline = CampaignTimeline(run)
    slowest = run.sightings.values.map(\.period).max() ?? 0
    judgeBuffers()
    guard case .success = run.outcome else {
      complaints.append("the run failed: \(String(describing: run.outcome))")
      return
    }
    judgeLength()
    judgePictures()
    judgeLeaving()
  }

  mutating func expect(_ holds: Bool, _ sentence: String) {
    if !holds { complaints.append(sentence) }
  }

  func seconds(_ time: Int64) -> String { "\(Double(time) / 1e9) s" }

  /// When the playback started.
  var start: Int64? {
    for case .start(_, let time) in run.events { return time }
    return nil
  }

  /// How many refreshes it took, from the first picture to the end.
  var vblanks: Int { start.map { Int((Double(run.end - $0) / scenario.period).rounded()) } ?? 0 }

  private mutating func judgeLength() {
    expect(
      scenario.endsEarly || vblanks >= CampaignScenario.vblanks,
      "the run lasted \(vblanks) refreshes")
  }

  /// Whether everything has been well for long when the run ends.
  var endsInCalm: Bool { run.end > run.lastFaultTime + 1_000_000_000 }

  // MARK: - Buffers

  /// While all is calm there are three buffers an output at most, each in one framebuffer and mapped
  /// once: what a failure has left behind would be there until its card is closed.
  private mutating func judgeGlances() {
    for glance in run.glances where glance.time > run.lastFaultTime + 1_000_000_000 {
      for (card, made) in zip(run.cards, glance.made) where !card.isGone {
        let most = 3 * (scenario.isEnsemble ? card.configuration.outputs.count : 1)
        expect(
          max(made.buffers, made.mappings, made.framebuffers) <= most,
          "\(card.path): \(made) at \(seconds(glance.time)), where \(most) are enough")
      }
    }
  }

  private mutating func judgeBuffers() {
    for card in run.cards {
      expect(card.bufferViolations.isEmpty, "\(card.path): \(card.bufferViolations.prefix(3))")
      // Another program may be there at the end, with a picture of its own.
      expect(
        card.liveBuffers == 0 && card.liveMappings == 0 && card.liveBlobs == 0
          && (!endsInCalm || card.liveFramebuffers == 0),
        "\(card.path): \(card.liveBuffers) buffers, \(card.liveFramebuffers) framebuffers, "
          + "\(card.liveMappings) mappings and \(card.liveBlobs) blobs are left")
    }
    judgeGlances()
    expect(run.strangePictures.isEmpty, "\(run.strangePictures.prefix(3))")
  }
}
