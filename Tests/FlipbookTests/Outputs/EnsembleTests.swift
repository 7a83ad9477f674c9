import Flipbook
import FlipbookTesting
import KMS
import Pixels
import Testing
import Timing

@Suite("Several displays") struct EnsembleTests {
  private let large = EnsembleRig.large
  private let small = EnsembleRig.small

  @Test(
    "show the same frames at the same times", arguments: [[60, 60], [60, 50]],
    FakeProfile.allCases)
  func mirror(hertz: [Int], profile: FakeProfile) throws {
    for isAtomic in [true, false] { try mirror(hertz, profile, isAtomic) }
  }

  private func mirror(_ hertz: [Int], _ profile: FakeProfile, _ isAtomic: Bool) throws {
    let rig = try LifeRig()
    var configuration = EnsembleRig.pair(hertz: hertz)
    configuration.profile = profile
    configuration.isAtomic = isAtomic
    let card = rig.machine.plugIn(configuration)
    card.checksBuffers = true
    let seen = EnsembleRig.play(rig)
    EnsembleRig.expectMirrored(seen)
    #expect(seen.frames["HDMI-A-1"]?.count == 60 || seen.frames["HDMI-A-1"]?.count == 61)
    #expect((seen.frames["HDMI-A-2"]?.count ?? 0) >= 59)
    #expect(seen.statistics.outputs.map(\.name) == ["HDMI-A-1", "HDMI-A-2"])
    #expect(card.liveBuffers == 0 && card.liveMappings == 0 && card.bufferViolations.isEmpty)
  }

  @Test("are lit as they come, and go each by itself") func comingAndGoing() throws {
    let rig = try LifeRig()
    var configuration = EnsembleRig.pair()
    configuration.outputs[1].status = .disconnected
    let card = rig.machine.plugIn(configuration)
    rig.at(1) { $0.card("card0")?.connect("HDMI-A-2", modes: nil) }
    rig.at(3) { $0.card("card0")?.disconnect("HDMI-A-1") }
    var isSeen = false
    rig.at(2) { isSeen = $0.card("card0")?.framebufferSeen(on: "HDMI-A-2") != nil }
    let seen = EnsembleRig.play(rig)
    EnsembleRig.expectMirrored(seen)
    #expect(isSeen && (seen.frames["HDMI-A-2"]?.count ?? 0) > 40)
    #expect(seen.states.contains("unplugged HDMI-A-1"))
    #expect(card.liveBuffers == 0)
  }

  @Test("on two cards, of which one is pulled out and put back") func twoCards() throws {
    let rig = try LifeRig()
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    let other = LifeRig.card("HDMI-A-2", size: small)
    rig.machine.plugIn(other, as: "card1")
    rig.at(2) { $0.remove("card1") }
    rig.at(3) { $0.plugIn(other, as: "card1") }
    let seen = EnsembleRig.play(rig)
    EnsembleRig.expectMirrored(seen)
    let first = seen.frames["HDMI-A-1"] ?? []
    #expect(zip(first, first.dropFirst()).allSatisfy { $1.time - $0.time < 130_000_000 })
    #expect(seen.states.contains("lost HDMI-A-2") && seen.states.last == "lit HDMI-A-2")
  }

  @Test("of which one is stuck leave the other alone") func stuck() throws {
    let rig = try LifeRig()
    rig.machine.plugIn(EnsembleRig.pair())
    rig.at(1) { machine in
      guard let card = machine.card("card0") else { return }
      card.faults.lostEvents = Set(card.flips + 1...card.flips + 1)
    }
    let seen = EnsembleRig.play(rig)
    let gaps = ["HDMI-A-1", "HDMI-A-2"].map { name in
      let frames = seen.frames[name] ?? []
      return zip(frames, frames.dropFirst()).map { $1.time - $0.time }.max() ?? 0
    }
    #expect(gaps.min() ?? 0 < 130_000_000, "one goes on: \(gaps)")
    #expect(gaps.max() ?? 0 < 1_600_000_000, "the other comes back: \(gaps)")
  }

  @Test("named, of which one is not there, play on the other") func missing() throws {
    var rig = try LifeRig()
    rig.configuration.outputs = .named(["HDMI-A-7", "HDMI-A-1"])
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    let seen = EnsembleRig.play(rig)
    #expect((seen.frames["HDMI-A-1"]?.count ?? 0) >= 59)
    #expect(seen.log.count { $0.hasSuffix("Playing on the others, and there when it comes.") } == 1)
  }

  @Test("obey together") func commands() throws {
    let rig = try LifeRig()
    rig.machine.plugIn(EnsembleRig.pair())
    let seen = EnsembleRig.play(rig) { player in
      var isAsked = false
      player.onEvent = { event in
        guard case .start = event, !isAsked else { return }
        isAsked = true
        player.perform(.reverse, after: 1_000_000_000)
        player.perform(.stop, after: 2_020_000_000)
        player.perform(.seek(frame: 7), after: 3_000_000_000)
        player.perform(.start, after: 4_000_000_000)
      }
    }
    EnsembleRig.expectMirrored(seen)
    let lasts = seen.frames.values.compactMap { $0.last { $0.time < 4_900_000_000 }?.index }
    #expect(lasts == [7, 7])
  }

  @Test("show a source each") func each() throws {
    var rig = try LifeRig()
    let other = try Fixture.frames(3)
    rig.configuration.sources = [rig.fixture.path, other.path]
    rig.configuration.outputs = .named(["HDMI-A-1", "HDMI-A-2"])
    rig.machine.plugIn(EnsembleRig.pair())
    let seen = EnsembleRig.play(rig, .each)
    #expect(Set(seen.frames["HDMI-A-1"]?.map(\.index) ?? []) == Set(0..<10))
    #expect(Set(seen.frames["HDMI-A-2"]?.map(\.index) ?? []) == Set(0..<3))
  }

  @Test("end when all have ended") func ending() throws {
    var rig = try LifeRig()
    rig.configuration.timeLimit = nil
    rig.configuration.repeatCount = .times(1)
    rig.machine.plugIn(EnsembleRig.pair())
    let seen = EnsembleRig.play(rig)
    #expect(seen.error == nil)
    #expect(seen.frames.values.allSatisfy { $0.map(\.index) == Array(0..<10) })
    #expect(rig.clock.now < 2_300_000_000)
  }

  @Test("show one picture across") func extend() throws {
    let rig = try LifeRig()
    let card = rig.machine.plugIn(EnsembleRig.pair())
    var pictures: [PixelSize: Set<[UInt8]>] = [:]
    card.onScanOut = { picture in
      guard !picture.isConsole else { return }
      let bytes = picture.bitmap().withBytes { Array($0.prefix(4)) }
      pictures[picture.size, default: []].insert(bytes)
    }
    let seen = EnsembleRig.play(rig, .extend)
    EnsembleRig.expectMirrored(seen)
    // Each frame once for each: no window was opened in vain.
    #expect(seen.statistics.decodedFrames == 20)
    // 32x18 fitted into 104x48: black bars left and right, none of them at the screens' meeting.
    #expect(pictures[large]?.allSatisfy { $0.prefix(3) == [0, 0, 0] } == true)
    #expect(pictures[small]?.contains { $0.prefix(3) != [0, 0, 0] } == true)
  }

  @Test("across which a picture goes keep their parts while one is dark") func flicker() throws {
    var rig = try LifeRig()
    rig.configuration.outputs = .named(["HDMI-A-1", "HDMI-A-2"])
    let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    let second = LifeRig.card("HDMI-A-2", size: small)
    rig.machine.plugIn(second, as: "card1")
    rig.at(1) { $0.card("card1")?.disconnect("HDMI-A-2") }
    rig.at(1.6) { $0.card("card1")?.connect("HDMI-A-2", modes: nil) }
    rig.at(3) { $0.remove("card1") }
    rig.at(4) { $0.plugIn(second, as: "card1") }
    var edges: Set<Color> = []
    var inner: Set<Color> = []
    card.onScanOut = { picture in
      guard !picture.isConsole else { return }
      // 32x18 fitted into 104x48 leaves 9 pixels black at the left.
      edges.insert(picture.color(at: PixelPoint(x: 4, y: 24)))
      inner.insert(picture.color(at: PixelPoint(x: 12, y: 24)))
    }
    let seen = EnsembleRig.play(rig, .extend)
    #expect(edges == [.black] && inner.count == 10 && !inner.contains(.black))
    #expect(seen.end("HDMI-A-2") > 6 * LifeRig.second && seen.wrongFrames().isEmpty)
  }

  @Test("show a scene each, which begins at the same time") func scenes() throws {
    var rig = try LifeRig()
    rig.configuration.spinners = [
      PlayerConfiguration.Spinner(picture: "\(rig.fixture.path)/frame-0.png")
    ]
    rig.machine.plugIn(EnsembleRig.pair())
    let seen = EnsembleRig.play(rig)
    #expect(seen.error == nil, "\(String(describing: seen.error))")
    #expect(seen.statistics.outputs.allSatisfy { $0.figures.flips > 300 })
  }
}
