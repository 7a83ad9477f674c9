import FlipbookTesting
import KMS
import Linux
import Testing

@testable import Flipbook

@Suite("A card that is waited on") struct WaitingTests {
  /// Whether another program that opens a card is master of it.
  private func isFree(_ machine: FakeMachine, _ path: String = "/dev/dri/card0") -> Bool {
    guard let other = try? machine.open(path) else { return false }
    defer { other.close() }
    return other.isMaster
  }

  private func darkCard(_ name: String) -> FakeDisplayConfiguration {
    var card = LifeRig.card(name)
    card.outputs[0].status = .disconnected
    return card
  }

  // MARK: - Holding

  @Test("is ours before its display comes", arguments: [1, 2])
  func held(outputs: Int) throws {
    var rig = try LifeRig()
    if outputs == 2 { rig.configuration.outputs = .allConnected }
    rig.machine.plugIn(darkCard("HDMI-A-1"))
    var wasFree: [Bool] = []
    rig.at(3) { machine in wasFree.append(isFree(machine)) }
    rig.at(4) { $0.card("card0")?.connect("HDMI-A-1", modes: nil) }
    let run = rig.play()
    #expect(wasFree == [false])
    rig.expectRightFrames(run)
    #expect(rig.machine.card("card0")?.openFiles == 0)
  }

  @Test("is let go of when another has the display") func otherCard() throws {
    let rig = try LifeRig()
    rig.machine.plugIn(darkCard("HDMI-A-1"))
    rig.at(2) { $0.plugIn(LifeRig.card("HDMI-A-2"), as: "card1") }
    var wasFree: [Bool] = []
    rig.at(4) { machine in wasFree = [isFree(machine), isFree(machine, "/dev/dri/card1")] }
    let run = rig.play()
    #expect(wasFree == [true, false])
    rig.expectRightFrames(run)
  }

  @Test("is not kept from one who had it before") func heldByAnother() throws {
    let rig = try LifeRig()
    let card = rig.machine.plugIn(darkCard("HDMI-A-1"))
    card.letAnotherTakeMaster()
    var wasAlone = false
    rig.at(2) { machine in wasAlone = machine.card("card0")?.openFiles == 1 }
    card.schedule(at: rig.clock.now + 3 * LifeRig.second, .letAnotherEnd)
    rig.at(5) { $0.card("card0")?.connect("HDMI-A-1", modes: nil) }
    let run = rig.play()
    #expect(wasAlone)
    rig.expectRightFrames(run)
  }

  @Test("is opened anew by who may not become master of what another was master of")
  func unprivileged() throws {
    let rig = try LifeRig()
    var configuration = LifeRig.card("HDMI-A-1")
    configuration.isPrivileged = false
    let card = rig.machine.plugIn(configuration)
    card.letAnotherTakeMaster()
    card.schedule(at: rig.clock.now + 9 * LifeRig.second, .letAnotherEnd)
    let run = rig.play()
    let first = try #require(run.frames.first)
    #expect((9_000_000_000..<9_600_000_000).contains(first.time - 1_000_000_000))
    #expect(run.log.count == 1, "told once: \(run.log)")
    rig.expectRightFrames(run)
  }

  @Test("is waited for as long as any clock goes") func endless() throws {
    var rig = try LifeRig()
    rig.configuration.displayPatience = .max
    rig.configuration.driverPatience = .max
    rig.configuration.checkInterval = .max
    rig.at(3) { $0.plugIn(LifeRig.card("HDMI-A-1")) }
    rig.expectRightFrames(rig.play())
  }

  @Test("may be replaced by another of its name") func replaced() throws {
    let rig = try LifeRig()
    rig.machine.plugIn(darkCard("HDMI-A-1"))
    rig.at(2) { machine in
      machine.remove("card0")
      machine.plugIn(LifeRig.card("HDMI-A-1"))
    }
    let run = rig.play()
    let first = try #require(run.frames.first)
    #expect(first.time - 1_000_000_000 < 2_400_000_000)
    rig.expectRightFrames(run)
  }

  @Test("is free again when nobody waits any longer") func givenUp() throws {
    var rig = try LifeRig()
    rig.configuration.displayPatience = 2 * LifeRig.second
    rig.machine.plugIn(darkCard("HDMI-A-1"))
    #expect(throws: PlayerError.self) { try rig.play().outcome.get() }
    #expect(isFree(rig.machine))
  }

  // MARK: - Nobody tells

  /// A machine of whose changes nobody is told.
  private final class SilentCards: DisplayCards {
    private let machine: FakeMachine
    init(_ machine: FakeMachine) { self.machine = machine }
    var paths: [String] { machine.paths }
    func open(_ path: String) throws(Errno) -> any KMSDevice { try machine.open(path) }
    func isBootVGA(_ path: String) -> Bool { machine.isBootVGA(path) }
    var changeDescriptor: Int32? { nil }
    var nextChangeTime: Int64? { nil }
    func takeChanges() -> [DeviceChange] { [] }
    var deafness: Errno? { .notPermitted }
  }

  @Test("is looked at now and then where nobody tells of changes") func silence() throws {
    let rig = try LifeRig()
    let card = rig.machine.plugIn(darkCard("HDMI-A-1"))
    var configuration = rig.configuration
    configuration.timeLimit = 40 * LifeRig.second
    let start = rig.clock.now
    rig.at(3) { _ in card.connect("HDMI-A-1", modes: nil) }
    rig.at(20) { _ in card.disconnect("HDMI-A-1") }
    rig.at(27) { _ in card.connect("HDMI-A-1", modes: nil) }
    // The simulated machine's own clock has to be moved by somebody.
    let loop = try EventLoop(clock: rig.clock)
    for second in 1..<45 {
      _ = loop.schedule(at: start + Int64(second) * LifeRig.second) {
        _ = rig.machine.takeChanges()
      }
    }
    var log: [String] = []
    var states: [(String, Double)] = []
    let performance = try SequencePerformance(
      Performance.Setting(
        configuration, loop: loop, log: { log.append($0) }, startTime: start,
        cards: SilentCards(rig.machine)))
    performance.onEvent = { event in
      if case .display(let state, _, let time) = event {
        states.append((state, Double(time - start) / 1e9))
      }
    }
    _ = try performance.run()
    #expect(states.map(\.0) == ["unplugged", "plugged"])
    #expect((20...25).contains(states.first?.1 ?? 0) && (27...32).contains(states.last?.1 ?? 0))
    #expect(log.count { $0.hasPrefix("Cannot listen for displays") } == 1, "\(log)")
  }

  // MARK: - The driver of the graphics

  private func firmwareCard() -> FakeDisplayConfiguration {
    var card = LifeRig.card("Unknown-1")
    card.driverName = "simpledrm"
    return card
  }

  @Test("is used though it is the firmware's, unless that is told otherwise", arguments: [0, 5])
  func firmware(patience: Int64) throws {
    var rig = try LifeRig()
    rig.configuration.driverPatience = patience * LifeRig.second
    rig.machine.plugIn(firmwareCard())
    let run = rig.play()
    let first = try #require(run.frames.first)
    let waited = first.time - 1_000_000_000
    #expect((0..<100_000_000).contains(waited - patience * LifeRig.second))
    #expect(run.log.count == (patience > 0 ? 1 : 0), "\(run.log)")
    rig.expectRightFrames(run)
  }

  @Test("is passed over for the driver that comes in time", arguments: [1, 2])
  func driver(outputs: Int) throws {
    var rig = try LifeRig()
    if outputs == 2 { rig.configuration.outputs = .allConnected }
    rig.configuration.driverPatience = 5 * LifeRig.second
    rig.machine.plugIn(firmwareCard())
    rig.at(2) { machine in
      machine.remove("card0")
      machine.plugIn(LifeRig.card("HDMI-A-1"), as: "card1")
    }
    let run = rig.play()
    let first = try #require(run.frames.first)
    #expect((2_000_000_000..<2_400_000_000).contains(first.time - 1_000_000_000))
    #expect(run.states.isEmpty && run.statistics.modeSets <= 1)
    rig.expectRightFrames(run)
  }

  @Test("is waited for no longer than any display is") func bothPatiences() throws {
    var rig = try LifeRig()
    rig.configuration.driverPatience = 30 * LifeRig.second
    rig.configuration.displayPatience = 3 * LifeRig.second
    rig.machine.plugIn(firmwareCard())
    let run = rig.play()
    let first = try #require(run.frames.first)
    #expect((3_000_000_000..<3_100_000_000).contains(first.time - 1_000_000_000))
  }
}
