import Controls
import FlipbookTesting
import KMS
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook

@Suite("Several displays, to the end") struct EnsembleEndTests {
  private func spun(_ rig: LifeRig) -> [PlayerConfiguration.Spinner] {
    [PlayerConfiguration.Spinner(picture: "\(rig.fixture.path)/frame-0.png")]
  }

  @Test(
    "the end of the time is seen at once, whether there is a display or not", arguments: [1, 2])
  func away(outputs: Int) throws {
    var rig = try LifeRig()
    rig.configuration.timeLimit = nil
    rig.configuration.repeatCount = .times(1)
    if outputs == 2 { rig.configuration.outputs = .named(["HDMI-A-1", "HDMI-A-2"]) }
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    if outputs == 2 { rig.machine.plugIn(LifeRig.card("HDMI-A-2"), as: "card1") }
    rig.at(0.45) { $0.remove("card0") }
    rig.at(0.55) { if outputs == 2 { $0.remove("card1") } }
    let run = rig.play()
    #expect((try? run.outcome.get()) == .done)
    #expect((2_000_000_000...2_080_000_000).contains(rig.clock.now), "\(rig.clock.now)")
  }

  @Test("a scene that is started again is waited for, though it had ended") func startedAgain()
    throws
  {
    var rig = try LifeRig()
    let longer = try Fixture.frames(30)
    rig.configuration.timeLimit = nil
    rig.configuration.repeatCount = .times(1)
    rig.configuration.sources = [rig.fixture.path, longer.path]
    rig.configuration.outputs = .named(["HDMI-A-1", "HDMI-A-2"])
    rig.configuration.spinners = spun(rig)
    rig.machine.plugIn(EnsembleRig.pair())
    let seen = EnsembleRig.play(rig, .each) { player in
      var isAsked = false
      player.onEvent = { event in
        guard case .start = event, !isAsked else { return }
        isAsked = true
        player.perform(.start, after: 2_500_000_000)
      }
    }
    #expect(seen.error == nil)
    let own = seen.frames["HDMI-A-1"]?.filter { $0.index < 10 }.map(\.index) ?? []
    #expect(own == Array(0..<10) + Array(0..<10), "\(own)")
    #expect(rig.clock.now > 4_400_000_000 && rig.clock.now < 4_800_000_000)
  }

  @Test("a source that shows nothing leaves its output dark, and the others play") func nothing()
    throws
  {
    for hasOverlay in [false, true] {
      var rig = try LifeRig()
      let broken = try Fixture()
      for frame in 0..<3 {
        try broken.write(
          [0x89] + Array("PNG\r\n\u{1A}\n, and no more".utf8), name: "frame-\(frame).png")
      }
      rig.configuration.timeLimit = nil
      rig.configuration.repeatCount = .times(1)
      rig.configuration.sources = [rig.fixture.path, broken.path]
      rig.configuration.outputs = .named(["HDMI-A-1", "HDMI-A-2"])
      if hasOverlay { rig.configuration.spinners = spun(rig) }
      rig.machine.plugIn(EnsembleRig.pair())
      let seen = EnsembleRig.play(rig, .each)
      #expect(seen.error == nil && seen.frames["HDMI-A-2"] == nil)
      #expect(seen.indices("HDMI-A-1") == Set(0..<10))
      #expect(
        seen.log.count { $0.hasSuffix("stays dark, the others play on.") } == 1, "\(seen.log)")
      #expect(rig.clock.now < 2_400_000_000)
    }
  }

  @Test("a bad frame ends all where that is asked for, whoever finds it") func badFrame() throws {
    for arrangement in [PlayerConfiguration.Arrangement.mirror, .extend, .each] {
      var rig = try LifeRig()
      let broken = try Fixture.frames(10)
      try broken.write(Array("no picture".utf8), name: "frame-5.png")
      rig.configuration.sources = [
        arrangement == .each ? rig.fixture.path : broken.path, broken.path,
      ]
      if arrangement != .each { rig.configuration.sources.removeLast() }
      rig.configuration.outputs = .named(["HDMI-A-1", "HDMI-A-2"])
      rig.configuration.onBadFrame = .stop
      let card = rig.machine.plugIn(EnsembleRig.pair())
      let seen = EnsembleRig.play(rig, arrangement)
      #expect(seen.error?.kind == .failed, "\(arrangement)")
      #expect(
        "\(seen.error.map { "\($0)" } ?? "")".hasPrefix("frame-5.png (frame 5)"), "\(arrangement)")
      #expect(rig.clock.now < 1_000_000_000 + LifeRig.second)
      EnsembleRig.expectNothingLeft(card)
    }
  }

  @Test("the limit of time holds, whoever is away then", arguments: [[0], [1], [0, 1]])
  func limit(away: [Int]) throws {
    var rig = try LifeRig()
    rig.configuration.timeLimit = 3 * LifeRig.second
    rig.configuration.outputs = .named(["HDMI-A-1", "HDMI-A-2"])
    let cards = [LifeRig.card("HDMI-A-1"), LifeRig.card("HDMI-A-2")].enumerated().map {
      rig.machine.plugIn($1, as: "card\($0)")
    }
    for card in away { rig.at(2) { $0.remove("card\(card)") } }
    let seen = EnsembleRig.play(rig)
    #expect(seen.error == nil && abs(rig.clock.now - 4 * LifeRig.second) < 250_000_000)
    for (index, card) in cards.enumerated() where !away.contains(index) {
      EnsembleRig.expectNothingLeft(card)
    }
  }

  @Test("an output whose connector is gone for good is waited for, and disturbs no other")
  func connectorGone() throws {
    for names in [["HDMI-A-1"], ["HDMI-A-1", "HDMI-A-2"], nil] as [[String]?] {
      var rig = try LifeRig()
      rig.configuration.outputs = names.map { .named($0) } ?? .allConnected
      let card = rig.machine.plugIn(EnsembleRig.pair())
      rig.at(2) { $0.card("card0")?.removeOutput("HDMI-A-1") }
      let seen = EnsembleRig.play(rig)
      #expect(seen.error == nil && abs(rig.clock.now - 7 * LifeRig.second) < 20_000_000)
      #expect(Set(seen.log).count == seen.log.count && !seen.log.isEmpty, "\(seen.log)")
      if names?.count != 1 {
        let frames = seen.frames["HDMI-A-2"] ?? []
        #expect(frames.count > 58)
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $1.time - $0.time < 130_000_000 })
      }
      EnsembleRig.expectNothingLeft(card)
    }
  }

  @Test("buttons are pressed on all, wherever the finger was", arguments: [0, 1])
  func buttons(touched: Int) throws {
    var rig = try LifeRig()
    let text = """
      scene 1
      animator film frames "frame-*.png" fps 10 stopped
      layer screen animator film
      button go toggles film frame 75% 50% 25% 50%
      """
    try rig.fixture.write(Array("\(text)\n".utf8), name: "test.scene")
    rig.configuration = PlayerConfiguration(source: rig.fixture.file("test.scene"))
    rig.configuration.outputs = .allConnected
    rig.configuration.timeLimit = 4 * LifeRig.second
    rig.configuration.bindings = ["tap=none"]
    rig.machine.plugIn(EnsembleRig.pair())
    let player = Player(configuration: rig.configuration, machine: rig.machine)
    var starts: [String] = []
    player.onOutputEvent = { output, event in if case .start = event { starts.append(output) } }
    let size = touched == 0 ? EnsembleRig.large : EnsembleRig.small
    let place = (Double(size.width) * 0.85, Double(size.height) * 0.75)
    rig.at(2) { _ in player.touch(output: touched, x: place.0, y: place.1) }
    rig.at(3) { _ in player.touch(output: touched, x: 3, y: 3) }
    _ = try player.run()
    #expect(starts.sorted() == ["HDMI-A-1", "HDMI-A-2"])
  }

  @Test("all stand still while another terminal is in front, and go on at the right frame")
  func terminal() throws {
    for arrangement in [PlayerConfiguration.Arrangement.mirror, .extend] {
      let rig = try LifeRig()
      let card = rig.machine.plugIn(EnsembleRig.pair(hertz: [60, 50]))
      card.checksBuffers = true
      // One comes, and one goes, while another terminal is in front.
      rig.at(2.5) { $0.card("card0")?.disconnect("HDMI-A-2") }
      rig.at(3) { $0.card("card0")?.connect("HDMI-A-2", modes: nil) }
      var flips: [Int] = []
      let seen = EnsembleRig.play(rig, arrangement) { player in
        for (second, isLeaving) in [(2.0, true), (4.0, false)] {
          rig.at(second) { [weak player] _ in
            guard let performance = player?.performance else { return }
            performance.loop.schedule(at: performance.loop.now) {
              if isLeaving { performance.stopDisplay() } else { performance.resumeDisplay() }
            }
          }
        }
        for second in [2.2, 3.9] { rig.at(second) { _ in flips.append(card.flips) } }
      }
      #expect(flips.count == 2 && flips[0] == flips[1], "\(flips)")
      #expect(seen.end("HDMI-A-1") > 6_800_000_000 && seen.end("HDMI-A-2") > 6_800_000_000)
      #expect(seen.wrongFrames().isEmpty, "\(seen.wrongFrames())")
      EnsembleRig.expectNothingLeft(card)
    }
  }
}
