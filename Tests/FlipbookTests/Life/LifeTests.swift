import FlipbookTesting
import KMS
import Layers
import Pixels
import TestSupport
import Testing
import Timing

@testable import Flipbook

@Suite("A display that comes and goes") struct LifeTests {
  // MARK: - At the start

  @Test("is waited for where there is no card") func noCard() throws {
    let rig = try LifeRig()
    rig.at(5) { $0.plugIn(LifeRig.card("HDMI-A-1"), as: "card1") }
    let run = rig.play()
    let first = try #require(run.frames.first)
    #expect(first.index == 0 && first.time - 1_000_000_000 < 5_300_000_000)
    #expect(run.log.count == 1 && run.log[0].hasPrefix("There is no display device"))
    rig.expectRightFrames(run)
  }

  @Test("is waited for where the cable is out") func cableOut() throws {
    let rig = try LifeRig()
    var card = LifeRig.card("HDMI-A-1")
    card.outputs[0].status = .disconnected
    rig.machine.plugIn(card)
    rig.at(40) { $0.card("card0")?.connect("HDMI-A-1", modes: nil) }
    let run = rig.play()
    let first = try #require(run.frames.first)
    #expect(first.time - 1_000_000_000 < 40_300_000_000 && first.time > 41_000_000_000)
    #expect(run.log.count == 1, "told once: \(run.log)")
    rig.expectRightFrames(run)
  }

  @Test("is waited for where another program has it") func busy() throws {
    let rig = try LifeRig()
    let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    card.letAnotherTakeMaster()
    card.schedule(at: rig.clock.now + 2 * LifeRig.second, .letAnotherEnd)
    let run = rig.play()
    let first = try #require(run.frames.first)
    #expect(first.time - 1_000_000_000 < 2_600_000_000)
    #expect(run.log.count == 1)
    rig.expectRightFrames(run)
  }

  @Test("is waited for as long as was said") func patience() throws {
    var rig = try LifeRig()
    rig.configuration.displayPatience = 3 * LifeRig.second
    let run = rig.play()
    #expect(throws: PlayerError.self) { try run.outcome.get() }
    #expect(rig.clock.now == 4 * LifeRig.second)
    rig.configuration.displayPatience = 0
    guard case .failure(let error) = rig.play().outcome else {
      Issue.record("played on nothing")
      return
    }
    #expect(error.kind == .noDisplay && rig.clock.now == 4 * LifeRig.second)
  }

  // MARK: - While playing

  @Test("is played on while the cable is out, and lit when it is back") func replug() throws {
    let rig = try LifeRig()
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    rig.at(2) { $0.card("card0")?.disconnect("HDMI-A-1") }
    rig.at(3) { $0.card("card0")?.connect("HDMI-A-1", modes: nil) }
    let run = rig.play()
    rig.expectRightFrames(run)
    #expect(rig.longestGap(run) < 0.13 && run.frames.count >= 60)
    #expect(run.statistics.modeSets == 1, "the first picture needed none")
    #expect(run.states == ["unplugged HDMI-A-1", "plugged HDMI-A-1"])
  }

  @Test("may come back on another connector of its name, as a dock's does", arguments: [1, 2, 3])
  func anotherConnector(way: Int) throws {
    var rig = try LifeRig()
    if way == 2 { rig.configuration.output = "HDMI-A-1" }
    if way == 3 { rig.configuration.outputs = .allConnected }
    let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    rig.at(2) { _ in card.removeOutput("HDMI-A-1") }
    rig.at(3) { _ in card.addOutput(LifeRig.card("HDMI-A-1").outputs[0]) }
    var isSeen = false
    rig.at(4) { _ in isSeen = card.framebufferSeen(on: "HDMI-A-1") != nil }
    let run = rig.play()
    #expect(isSeen)
    rig.expectRightFrames(run)
  }

  @Test("gets a mode set where its link is bad") func badLink() throws {
    let rig = try LifeRig()
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    rig.at(2) { $0.card("card0")?.breakLink("HDMI-A-1") }
    var seen: UInt32?
    rig.at(2.3) { seen = $0.card("card0")?.framebufferSeen(on: "HDMI-A-1") }
    let run = rig.play()
    rig.expectRightFrames(run)
    #expect(seen != nil)
  }

  @Test("may be another, with other modes", arguments: [30, 60])
  func otherMonitor(hertz: Int) throws {
    let rig = try LifeRig()
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    let other = FakeMode(
      PixelSize(width: 100, height: 40), refresh: FakeRefreshRate(hertz), isPreferred: true)
    rig.at(2) { $0.card("card0")?.disconnect("HDMI-A-1") }
    rig.at(2.05) { $0.card("card0")?.connect("HDMI-A-1", modes: [other]) }
    var sizes: Set<PixelSize> = []
    rig.machine.card("card0")?.onScanOut = { if !$0.isConsole { sizes.insert($0.size) } }
    let run = rig.play()
    rig.expectRightFrames(run)
    #expect(rig.longestGap(run) < 0.5)
    #expect(sizes == [PixelSize(width: 64, height: 48), PixelSize(width: 100, height: 40)])
    let card = try #require(rig.machine.card("card0"))
    #expect(card.liveBuffers == 0 && card.liveMappings == 0 && card.liveFramebuffers == 0)
  }

  @Test("may be the same card's other output") func otherOutput() throws {
    let rig = try LifeRig()
    rig.machine.plugIn(LifeRig.card("HDMI-A-1", "HDMI-A-2"))
    rig.at(2) {
      $0.card("card0")?.disconnect("HDMI-A-1")
      $0.card("card0")?.connect("HDMI-A-2", modes: nil)
    }
    var seen: UInt32?
    rig.at(3) { seen = $0.card("card0")?.framebufferSeen(on: "HDMI-A-2") }
    let run = rig.play()
    rig.expectRightFrames(run)
    #expect(seen != nil && rig.longestGap(run) < 0.5)
  }

  @Test("goes on at the right moment when its card is replaced", arguments: [true, false])
  func replaced(addedFirst: Bool) throws {
    let rig = try LifeRig()
    let before = rig.machine.plugIn(LifeRig.card("Unknown-1"))
    rig.at(addedFirst ? 1.9 : 2.5) {
      $0.plugIn(LifeRig.card("HDMI-A-1", size: PixelSize(width: 80, height: 60)), as: "card1")
    }
    rig.at(2) { $0.remove("card0") }
    let run = rig.play()
    rig.expectRightFrames(run)
    #expect(rig.longestGap(run) < (addedFirst ? 0.3 : 0.9))
    #expect(before.liveBuffers == 0 && before.liveMappings == 0)
    #expect(run.states.first == "lost Unknown-1" && run.states.last == "lit HDMI-A-1")
    let after = try #require(rig.machine.card("card1"))
    #expect(after.liveBuffers == 0 && after.bufferViolations.isEmpty)
  }

  @Test("may be another program's for a while") func stolen() throws {
    let rig = try LifeRig()
    let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    let now = rig.clock.now
    card.schedule(at: now + 2 * LifeRig.second, .letAnotherTakeMaster(clearsScreen: true))
    card.schedule(at: now + 4 * LifeRig.second, .letAnotherEnd)
    let run = rig.play()
    rig.expectRightFrames(run)
    #expect(rig.longestGap(run) < 3.2 && run.frames.count > 30)
  }

  @Test("is not missed at the end of time") func endsWithoutDisplay() throws {
    var rig = try LifeRig()
    rig.configuration.timeLimit = nil
    rig.configuration.repeatCount = .times(3)
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    rig.at(1) { $0.remove("card0") }
    let run = rig.play()
    #expect(try run.outcome.get() == .done)
    #expect(rig.clock.now <= 1_000_000_000 + 4_100_000_000)
    guard case .stop(_, let isFinished, _) = run.events.last else {
      Issue.record("no stop was told")
      return
    }
    #expect(isFinished)
  }

  @Test("in a mode that it has not makes do with another") func unknownMode() throws {
    var rig = try LifeRig()
    rig.configuration.mode = try ModeRequest.parse("64x48")
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    let other = FakeMode(PixelSize(width: 100, height: 40), refresh: FakeRefreshRate(60))
    rig.at(2) { $0.card("card0")?.disconnect("HDMI-A-1") }
    rig.at(2.5) { $0.card("card0")?.connect("HDMI-A-1", modes: [other]) }
    let run = rig.play()
    rig.expectRightFrames(run)
    #expect(run.log.contains { $0.hasSuffix("Playing in 100x40@60 meanwhile.") }, "\(run.log)")
  }

  // MARK: - Scenes

  @Test("gives a scene another size") func scene() throws {
    let rig = try LifeRig()
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    var configuration = PlayerConfiguration()
    configuration.timeLimit = 4 * LifeRig.second
    let other = FakeMode(PixelSize(width: 100, height: 40), refresh: FakeRefreshRate(60))
    let stage = try Stage(configuration: configuration, machine: rig.machine)
    rig.at(1) { $0.card("card0")?.disconnect("HDMI-A-1") }
    rig.at(1.5) { $0.card("card0")?.connect("HDMI-A-1", modes: [other]) }
    let layer = Layer(frame: Rectangle(x: 0, y: 0, width: 10, height: 10))
    layer.background = .color(Color(red: 255, green: 0, blue: 0))
    layer.startRotating()
    stage.root.addSublayer(layer)
    var sizes: [PixelSize] = []
    stage.onResize = { sizes.append($0) }
    var seen: UInt32?
    rig.at(3) { seen = $0.card("card0")?.framebufferSeen(on: "HDMI-A-1") }
    #expect(try stage.run() == .done)
    #expect(sizes == [PixelSize(width: 100, height: 40)] && stage.size == sizes.first)
    #expect(seen != nil)
    let card = try #require(rig.machine.card("card0"))
    #expect(card.liveBuffers == 0 && card.bufferViolations.isEmpty)
  }
}
