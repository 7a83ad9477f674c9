import Flipbook
import FlipbookTesting
import KMS
import Pixels
import Testing
import Timing

@Suite("Frames that all wait for") struct SlowTogetherTests {
  @Test("a jump shows the frame that was asked for, though others were between") func jump() throws
  {
    let fixture = try Fixture.frames(12)
    var isAsked = false
    let run = play(fixture.path) {
      $0.late = .slow
      $0.pace = .duration(1_200_000_000)
    } onEvent: { player, event in
      guard case .frame(2, _, _) = event, !isAsked else { return }
      isAsked = true
      player.perform(.seek(frame: 8), after: 10_000_000)
    }
    #expect(run.frames == [0, 1, 2, 8, 9, 10, 11])
  }
}

@Suite("Several displays that are slow") struct SlowDisplaysTests {
  /// How far the outputs were apart at most, and what they skipped, of frames in the order shown.
  ///
  /// From when both have joined: a mode set takes a while.
  private func parting(_ seen: EnsembleRig.Seen, of count: Int) -> (steps: Int, skipped: Int) {
    var events: [(time: Int64, output: String, index: Int)] = []
    for (output, frames) in seen.frames {
      events += frames.filter { $0.time > 1_400_000_000 }.map { ($0.time, output, $0.index) }
    }
    events.sort { $0.time < $1.time }
    var steps: [String: Int] = [:]
    var indices: [String: Int] = [:]
    var (most, skipped) = (0, 0)
    for (place, event) in events.enumerated() {
      if let before = indices[event.output] {
        let step = (event.index - before + count) % count
        steps[event.output, default: 0] += step
        skipped += max(0, step - 1)
      } else {
        let present = steps.values.max() ?? event.index
        let ahead = ((event.index - present) % count + count) % count
        steps[event.output] = present + (ahead > count / 2 ? ahead - count : ahead)
      }
      indices[event.output] = event.index
      // What comes at once is looked at together.
      let next = place + 1 < events.count ? events[place + 1].time : .max
      if next - event.time > 1_000_000, steps.count > 1, let low = steps.values.min(),
        let high = steps.values.max()
      {
        most = max(most, high - low)
      }
    }
    return (most, skipped)
  }

  private func rig(_ frames: Int, fps: String) throws -> LifeRig {
    var rig = try LifeRig(frames: frames)
    rig.configuration.late = .slow
    rig.configuration.pace = .rate(try #require(FrameRate(parsing: fps)))
    return rig
  }

  @Test(
    "stay on one frame, at the pace of the slower", arguments: [[60, 60], [60, 24], [24, 50]],
    FakeProfile.allCases)
  func pace(hertz: [Int], profile: FakeProfile) throws {
    var rig = try rig(30, fps: "60")
    rig.configuration.timeLimit = 4 * LifeRig.second
    var configuration = EnsembleRig.pair(hertz: hertz)
    configuration.profile = profile
    rig.machine.plugIn(configuration)
    let seen = EnsembleRig.play(rig)
    let parting = parting(seen, of: 30)
    #expect(parting.steps <= 1 && parting.skipped == 0, "\(parting)")
    let slowest = hertz.min() ?? 0
    for (output, frames) in seen.frames {
      #expect(frames.count >= slowest * 4 * 9 / 10, "\(output): \(frames.count)")
      #expect(frames.count <= slowest * 4 + 3, "\(output): \(frames.count)")
    }
  }

  @Test("wait for none that is stuck, gone or away") func trouble() throws {
    var rig = try rig(30, fps: "20")
    rig.configuration.outputs = .named(["HDMI-A-1", "HDMI-A-2"])
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    let other = rig.machine.plugIn(LifeRig.card("HDMI-A-2"), as: "card1")
    rig.at(1) { machine in
      guard let card = machine.card("card1") else { return }
      card.faults.lostEvents = Set(card.flips + 1...card.flips + 8)
    }
    rig.at(3) { $0.remove("card1") }
    rig.at(4) { $0.plugIn(LifeRig.card("HDMI-A-2"), as: "card1") }
    let seen = EnsembleRig.play(rig)
    let times = seen.frames["HDMI-A-1"]?.map(\.time) ?? []
    let gap = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
    #expect(gap < 450_000_000, "the longest gap is \(gap)")
    #expect(times.count > 100, "\(times.count) frames in 6 s")
    #expect(seen.end("HDMI-A-2") > 6 * LifeRig.second, "\(seen.states)")
    EnsembleRig.expectNothingLeft(other)
  }

  @Test("obey together, and go where they are told") func commands() throws {
    let rig = try rig(30, fps: "20")
    rig.machine.plugIn(EnsembleRig.pair(hertz: [60, 50]))
    let seen = EnsembleRig.play(rig) { player in
      var isAsked = false
      player.onEvent = { event in
        guard case .start = event, !isAsked else { return }
        isAsked = true
        player.perform(.seek(frame: 20), after: 500_000_000)
        player.perform(.reverse, after: 1_500_000_000)
        player.perform(.stop, after: 3_020_000_000)
        player.perform(.seek(frame: 7), after: 4_000_000_000)
      }
    }
    for name in ["HDMI-A-1", "HDMI-A-2"] {
      #expect(seen.frames[name]?.contains { $0.index == 20 } == true)
      #expect(seen.frames[name]?.last?.index == 7)
    }
    let stopped = seen.frames.values.compactMap { $0.last { $0.time < 4_900_000_000 }?.index }
    #expect(Set(stopped).count == 1, "\(stopped)")
  }

  @Test("end together, with every frame shown on each") func ending() throws {
    var rig = try rig(30, fps: "60")
    rig.configuration.timeLimit = nil
    rig.configuration.repeatCount = .times(2)
    rig.machine.plugIn(EnsembleRig.pair(hertz: [60, 24]))
    let seen = EnsembleRig.play(rig)
    for frames in seen.frames.values {
      // One that has joined a moment later begins with the frame of the time.
      let all = Array(0..<30) + Array(0..<30)
      #expect(frames.count > 56 && frames.map(\.index) == all.suffix(frames.count))
    }
    #expect(rig.clock.now < 1_000_000_000 + 3 * LifeRig.second)
  }
}
