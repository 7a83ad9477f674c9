import FlipbookTesting
import Frames
import KMS
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("A budget that several displays share") struct SharedBudgetTests {
  /// What the outputs were given at a moment, by their names, and what all took.
  private struct Moment {
    var budgets: [String: Int] = [:]
    var bytes = 0
  }

  /// Plays, and looks at the budgets at some times.
  private func play(
    _ rig: LifeRig, _ arrangement: PlayerConfiguration.Arrangement = .mirror, at seconds: [Double]
  ) -> ([Moment], EnsembleRig.Seen) {
    var moments: [Moment] = []
    let seen = EnsembleRig.play(rig, arrangement) { player in
      for second in seconds {
        rig.at(second) { [weak player] _ in
          guard let performance = player?.performance else { return }
          var moment = Moment()
          for member in performance.members {
            moment.budgets[member.outputName] = member.memoryTaken.budget
          }
          moment.bytes = performance.members.reduce(0) { $0 + $1.memoryTaken.bytes }
          moments.append(moment)
        }
      }
    }
    return (moments, seen)
  }

  private let budget = 1_500_000

  @Test("goes to those who are there, and is never exceeded") func shares() throws {
    var rig = try LifeRig(frames: 120)
    rig.configuration.budget = budget
    rig.configuration.timeLimit = 24 * LifeRig.second
    rig.configuration.outputs = .named(["HDMI-A-1", "HDMI-A-2", "HDMI-A-3"])
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    rig.at(3) { $0.plugIn(LifeRig.card("HDMI-A-2"), as: "card1") }
    rig.at(6) { $0.plugIn(LifeRig.card("HDMI-A-3"), as: "card2") }
    rig.at(9) { $0.remove("card1") }
    rig.at(10) { $0.plugIn(LifeRig.card("HDMI-A-2"), as: "card1") }
    rig.at(12) { $0.remove("card2") }
    rig.at(20) { $0.plugIn(LifeRig.card("HDMI-A-3"), as: "card2") }
    let (moments, seen) = play(rig, at: [2, 5, 8, 9.5, 11, 14, 19, 23])
    try #require(moments.count == 8)
    let counts = [1, 2, 3, 3, 3, 3, 2, 3]
    for (index, (moment, count)) in zip(moments, counts).enumerated() {
      for (name, given) in moment.budgets {
        let isThere = !(index == 6 && name == "hdmi-a-3")
        let share = isThere ? budget / count : 0
        #expect(abs(given - share) < 8, "\(index): \(name) has \(given) of \(share)")
      }
      #expect(moment.bytes <= budget, "\(index)")
    }
    #expect(seen.statistics.windowPeakBytes <= budget && seen.statistics.framesBad == 0)
    #expect(seen.end("HDMI-A-3") > 22 * LifeRig.second)
    #expect(seen.wrongFrames(of: 120).isEmpty, "\(seen.wrongFrames(of: 120))")
  }

  @Test("is shrunk for scenes as well when another joins") func scenes() throws {
    var rig = try LifeRig(frames: 120)
    rig.configuration.budget = budget
    let picture = "\(rig.fixture.path)/frame-0.png"
    rig.configuration.spinners = [PlayerConfiguration.Spinner(picture: picture)]
    rig.machine.plugIn(EnsembleRig.pair(true, false))
    rig.at(2) { $0.card("card0")?.connect("HDMI-A-2", modes: nil) }
    let (moments, seen) = play(rig, at: [1, 4])
    try #require(moments.count == 2, "\(seen.outcome) \(seen.log)")
    #expect(moments[0].budgets == ["hdmi-a-1": budget])
    #expect(moments[1].budgets.count == 2 && moments[1].budgets.values.reduce(0, +) <= budget)
    #expect((moments[1].budgets.values.min() ?? 0) > budget / 3, "\(seen.log) \(moments)")
    #expect(moments[1].bytes <= budget && seen.statistics.framesBad == 0)
  }

  @Test("is one for a scene that goes across") func across() throws {
    var rig = try LifeRig(frames: 120)
    rig.configuration.budget = budget
    let picture = "\(rig.fixture.path)/frame-0.png"
    rig.configuration.spinners = [PlayerConfiguration.Spinner(picture: picture)]
    rig.machine.plugIn(EnsembleRig.pair())
    let (moments, seen) = play(rig, .extend, at: [3])
    #expect(moments.first?.budgets == ["hdmi-a-1": budget, "hdmi-a-2": 0])
    #expect(seen.statistics.windowPeakBytes <= budget && seen.statistics.framesBad == 0)
  }
}
