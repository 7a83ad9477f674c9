import FlipbookTesting
import KMS
import Linux
import Testing
import Timing

@testable import Flipbook

@Suite("A display that comes while another terminal is in front") struct ArrivalTests {
  private static let second = LifeRig.second

  /// What a run came to, by the seconds since it began.
  private struct Visit {
    var frames: [Double] = []
    var log: [String] = []
    var wasOursWhileAway = false
  }

  @Test("is left to that terminal") func terminal() throws {
    let rig = try LifeRig()
    let loop = try EventLoop(clock: rig.clock)
    let terminal = FakeTerminal()
    let conductor = try TerminalConductor(terminal, isLocked: false, loop: loop, log: { _ in })
    terminal.onSignal = { [weak conductor] in conductor?.handle(signal: $0) }
    let visit = try play(rig, loop, conductor) { inFront in _ = terminal.request(inFront ? 1 : 2) }
    expectLeftAlone(visit)
    #expect(visit.log.filter { $0.hasPrefix("Another terminal is in front") }.count == 1)
  }

  @Test("is left to that session, and the broker need not wait") func seat() throws {
    let rig = try LifeRig()
    let loop = try EventLoop(clock: rig.clock)
    let seat = FakeSeat(devices: [])
    let conductor = try SeatConductor(isLocked: false, loop: loop, log: { _ in }) { seat }
    let visit = try play(rig, loop, conductor) { inFront in
      if inFront { seat.give() } else { seat.take() }
      conductor.dispatch()
      guard !inFront else { return }
      _ = loop.schedule(at: loop.now + 50_000_000) { #expect(!seat.waitsForAnswer) }
    }
    expectLeftAlone(visit)
  }

  private func expectLeftAlone(
    _ visit: Visit, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(!visit.wasOursWhileAway, sourceLocation: location)
    #expect(visit.frames.count > 10, sourceLocation: location)
    let first = visit.frames.first ?? 0
    #expect((6...6.8).contains(first), "first seen after \(first) s", sourceLocation: location)
  }

  /// No card at first; after 2 s another terminal is in front, after 4 s a card comes, and after 6 s
  /// this terminal is in front again.
  private func play(
    _ rig: LifeRig, _ loop: EventLoop, _ conductor: any SessionConductor,
    switching: @escaping (Bool) -> Void
  ) throws -> Visit {
    var visit = Visit()
    let start = rig.clock.now
    var setting = try Performance.Setting(
      rig.configuration, loop: loop, log: { visit.log.append($0) }, startTime: start,
      cards: rig.machine)
    setting.terminal = conductor
    _ = loop.schedule(at: start + 2 * Self.second) { switching(false) }
    rig.at(4) { $0.plugIn(LifeRig.card("HDMI-A-1")) }
    _ = loop.schedule(at: start + 5 * Self.second) {
      // A program on the terminal in front opens it, and is master by that.
      let other = try? rig.machine.open("/dev/dri/card0")
      visit.wasOursWhileAway = other?.isMaster != true
      other?.close()
    }
    _ = loop.schedule(at: start + 6 * Self.second) { switching(true) }
    let performance = try SequencePerformance(setting)
    performance.onEvent = { event in
      if case .frame(_, _, let time) = event { visit.frames.append(Double(time - start) / 1e9) }
    }
    _ = try performance.run()
    return visit
  }
}
