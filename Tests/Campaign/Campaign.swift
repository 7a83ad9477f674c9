import Flipbook

/// Thousands of runs on machines where everything goes wrong that can, each from a seed.
public enum Campaign {
  /// What came of a run.
  public struct Verdict: Sendable {
    /// The seed.
    public var seed: UInt64
    /// What was wrong, in sentences; empty for nothing.
    public var complaints: [String]
    /// The plan, and what was logged: for who looks into it.
    public var description: String
    /// Nanoseconds of calm in which each picture was judged, on all outputs together.
    public var judgedTime: Int64
    /// Nanoseconds in which an output was judged while only others had trouble.
    public var undisturbedTime: Int64
    /// Refreshes from the first picture to the end.
    public var vblanks: Int
    /// What the run had, in words.
    public var traits: Set<String>
  }

  /// Plays a seed's run and judges it.
  public static func run(seed: UInt64, _ pictures: CampaignPictures) -> Verdict {
    let scenario = CampaignScenario(seed: seed)
    let run = CampaignRun(scenario)
    run.play(pictures)
    let judgement = CampaignJudgement(run)
    var lines = [scenario.description]
    if !judgement.complaints.isEmpty {
      lines += run.log
      lines += run.events.compactMap {
        if case .display = $0 { "\($0)" } else { nil }
      }
      lines += run.incidents.suffix(60).map { "card \($0.card): \($0.incident)" }
      lines.append("\(run.statistics)")
    }
    return Verdict(
      seed: seed, complaints: judgement.complaints,
      description: lines.joined(separator: "\n"), judgedTime: judgement.judgedTime,
      undisturbedTime: judgement.undisturbedTime, vblanks: judgement.vblanks, traits: run.traits)
  }
}
