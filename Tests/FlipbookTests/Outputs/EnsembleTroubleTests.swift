import Glibc
import KMS
import Linux
import Pixels
import Testing
import Timing

@testable import Flipbook
@testable import FlipbookTesting

@Suite("Several displays in trouble") struct EnsembleTroubleTests {
  @Test("have each its own source, whoever comes first", arguments: [true, false])
  func eachInAnyOrder(isOneThere: Bool) throws {
    var rig = try LifeRig()
    let other = try Fixture.frames(3)
    rig.configuration.sources = [rig.fixture.path, other.path]
    rig.configuration.outputs = .named(["HDMI-A-1", "HDMI-A-2"])
    let card = rig.machine.plugIn(EnsembleRig.pair(false, isOneThere))
    rig.at(1) { $0.card("card0")?.connect("HDMI-A-2", modes: nil) }
    rig.at(2) { $0.card("card0")?.connect("HDMI-A-1", modes: nil) }
    let seen = EnsembleRig.play(rig, .each)
    #expect(seen.indices("HDMI-A-1") == Set(0..<10))
    #expect(seen.indices("HDMI-A-2") == Set(0..<3))
    EnsembleRig.expectNothingLeft(card)
  }

  @Test("are tried again where one cannot be taken at first") func refusedAtFirst() throws {
    let rig = try LifeRig()
    var configuration = EnsembleRig.pair()
    // The first display's three, and the second's first.
    configuration.faults.deniedBuffers = [4, 5]
    let card = rig.machine.plugIn(configuration)
    let seen = EnsembleRig.play(rig)
    let first = try #require(seen.frames["HDMI-A-2"]?.first)
    #expect(first.time - 1_000_000_000 < 4 * LifeRig.second, "\(seen.log)")
    #expect(seen.wrongFrames().isEmpty)
    EnsembleRig.expectNothingLeft(card)
  }

  @Test("are not asked anew while one of them is missing", arguments: [1, 2])
  func probes(outputs: Int) throws {
    var rig = try LifeRig()
    rig.configuration.timeLimit = 100 * LifeRig.second
    rig.configuration.outputs = .named(Array(["HDMI-A-1", "HDMI-A-2"].prefix(outputs)))
    let card = rig.machine.plugIn(EnsembleRig.pair(true, false))
    var early = 0
    rig.at(5) { _ in early = card.probes }
    let seen = EnsembleRig.play(rig)
    #expect(early > 0 && card.probes == early)
    #expect(seen.wrongFrames().isEmpty)
  }

  @Test("tell one another of events that another has read") func keptEvents() throws {
    let loop = try EventLoop(clock: VirtualClock())
    let descriptors = EventDescriptors(loop: loop)
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let readable = ends[0]
    final class Owner {}
    let owners = [Owner(), Owner()]
    var calls = [0, 0]
    for index in owners.indices {
      try descriptors.listen(readable, owner: owners[index]) {
        calls[index] += 1
        // What is read meanwhile is read by those who are called next.
        descriptors.noteKept()
      }
    }
    descriptors.noteKept()
    descriptors.noteKept()
    #expect(calls == [0, 0], "not while the one that read is at it")
    _ = loop.schedule(at: loop.now + 1000) { loop.stop() }
    loop.run()
    #expect(calls == [1, 1])
    withExtendedLifetime(owners) {}
  }

  @Test(
    "come within a second that another program had, or that memory was short for",
    arguments: ["held", "short"])
  func refusedWhole(trouble: String) throws {
    let rig = try LifeRig()
    rig.machine.plugIn(EnsembleRig.card([("HDMI-A-1", EnsembleRig.large, true)]))
    var other = EnsembleRig.card([("HDMI-A-2", EnsembleRig.large, true)])
    other.masterIsHeldByAnother = trouble == "held"
    if trouble == "short" { other.faults.deniedBuffers = [1, 2] }
    let card = rig.machine.plugIn(other, as: "card1")
    rig.at(2) { _ in card.letAnotherEnd() }
    let seen = EnsembleRig.play(rig)
    let first = seen.frames["HDMI-A-2"]?.first?.time ?? .max
    #expect(first < (trouble == "held" ? 4 : 3) * LifeRig.second, "\(seen.log)")
    #expect(seen.wrongFrames().isEmpty)
    // The other has no gap meanwhile.
    let times = seen.frames["HDMI-A-1"]?.map(\.time) ?? []
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < 150_000_000 })
    EnsembleRig.expectNothingLeft(card)
  }

  @Test("make do with another mode where theirs is gone") func unknownMode() throws {
    var rig = try LifeRig()
    rig.configuration.mode = try ModeRequest.parse("64x48")
    let card = rig.machine.plugIn(
      EnsembleRig.card([
        ("HDMI-A-1", EnsembleRig.large, true), ("HDMI-A-2", EnsembleRig.large, true),
      ]))
    let other = FakeMode(PixelSize(width: 100, height: 40), refresh: FakeRefreshRate(60))
    for name in ["HDMI-A-1", "HDMI-A-2"] {
      rig.at(2) { $0.card("card0")?.disconnect(name) }
      rig.at(2.5) { $0.card("card0")?.connect(name, modes: [other]) }
    }
    let seen = EnsembleRig.play(rig)
    for name in ["HDMI-A-1", "HDMI-A-2"] {
      #expect((seen.frames[name]?.last?.time ?? 0) > 6 * LifeRig.second, "\(name) \(seen.log)")
    }
    #expect(seen.wrongFrames().isEmpty)
    EnsembleRig.expectNothingLeft(card)
  }

  @Test("take turns on one CRTC") func oneCRTC() throws {
    var rig = try LifeRig()
    rig.configuration.outputs = .named(["HDMI-A-1", "HDMI-A-2"])
    let card = rig.machine.plugIn(
      EnsembleRig.card(
        [("HDMI-A-1", EnsembleRig.large, true), ("HDMI-A-2", EnsembleRig.small, true)], crtcs: 1))
    card.checksBuffers = true
    rig.at(2) { $0.card("card0")?.disconnect("HDMI-A-1") }
    rig.at(4) { $0.card("card0")?.connect("HDMI-A-1", modes: nil) }
    var most = 0
    for tenth in 1..<58 { rig.at(Double(tenth) / 10) { _ in most = max(most, card.liveBuffers) } }
    let seen = EnsembleRig.play(rig)
    let times = seen.frames["HDMI-A-2"]?.map(\.time) ?? []
    let start: Int64 = 1_000_000_000
    #expect(times.contains { $0 > start + 3 * LifeRig.second }, "\(seen.log) \(seen.states)")
    #expect(
      (seen.frames["HDMI-A-1"]?.last?.time ?? 0) > start + 5 * LifeRig.second, "\(seen.states)")
    #expect(seen.wrongFrames().isEmpty)
    #expect(most <= 6)
    EnsembleRig.expectNothingLeft(card)
  }

  @Test("make room for one that fits one CRTC only") func makingRoom() throws {
    let rig = try LifeRig()
    var configuration = EnsembleRig.card(
      [("HDMI-A-1", EnsembleRig.large, true), ("HDMI-A-2", EnsembleRig.small, false)], crtcs: 2)
    configuration.outputs[1].possibleCRTCs = 1
    let card = rig.machine.plugIn(configuration)
    card.checksBuffers = true
    rig.at(2) { $0.card("card0")?.connect("HDMI-A-2", modes: nil) }
    var most = 0
    for tenth in 1..<58 { rig.at(Double(tenth) / 10) { _ in most = max(most, card.liveBuffers) } }
    let seen = EnsembleRig.play(rig)
    let start: Int64 = 1_000_000_000
    for name in ["HDMI-A-1", "HDMI-A-2"] {
      #expect((seen.frames[name]?.last?.time ?? 0) > start + 5 * LifeRig.second, "\(seen.states)")
    }
    #expect(seen.wrongFrames().isEmpty)
    #expect(most <= 6)
    EnsembleRig.expectNothingLeft(card)
  }
}
