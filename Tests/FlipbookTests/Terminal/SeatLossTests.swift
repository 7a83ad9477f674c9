import FlipbookTesting
import KMS
import Linux
import Testing

@testable import Flipbook

@Suite("A player whose seat loses its broker") struct SeatLossTests {
  /// Brokers of one seat, one after another.
  private final class Daemons {
    let seats = [
      FakeSeat(devices: [], isGiven: true), FakeSeat(devices: [], isGiven: false),
      FakeSeat(devices: [], isGiven: true),
    ]
    var present: FakeSeat?
    private(set) var tries = 0
    weak var conductor: SeatConductor?

    func open() throws(Errno) -> any SeatBroker {
      tries += 1
      guard let present else { throw .notFound }
      return present
    }

    /// A simulated seat has nothing that wakes the loop.
    func tell(_ body: (FakeSeat) -> Void) {
      if let present { body(present) }
      conductor?.dispatch()
    }
  }

  @Test("goes on with the next one, once that gives the seat", arguments: [1, 10])
  func restart(frames: Int) throws {
    let rig = try TerminalRig(frames: frames)
    let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    let daemons = Daemons()
    var (openFiles, first): (Int, Int64?) = (1, nil)
    rig.at(1) { daemons.tell { $0.vanish() } }
    rig.at(1.01) {
      openFiles = card.openFiles
      daemons.present = nil
    }
    rig.at(2) {
      #expect(rig.input.isSuspended)
      daemons.present = daemons.seats[1]
    }
    rig.at(3) {
      #expect(card.openFiles == 0, "the seat is not given yet")
      card.onScanOut = { if !$0.isConsole { first = first ?? $0.time } }
      daemons.tell { $0.give() }
    }
    try play(rig, daemons)
    #expect(openFiles == 0 && daemons.tries < 6)
    #expect(try #require(first) - rig.start < 3_300_000_000)
    #expect(!rig.input.isSuspended)
    if frames > 1 {
      #expect(rig.frames(1.1..<3).isEmpty && rig.frames(3.3..<6).count > 24)
    }
    let told = rig.log.filter { $0.hasPrefix("The broker of the seat seat0 has ended") }
    #expect(told.count == 1 && rig.log.contains("The seat seat0 has a broker again."))
  }

  @Test("and that ends again, also while another session has the seat") func twice() throws {
    let rig = try TerminalRig()
    let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    let daemons = Daemons()
    rig.at(1) { daemons.tell { $0.take() } }
    rig.at(2) { daemons.tell { $0.vanish() } }
    rig.at(2.1) {
      #expect(card.openFiles == 0)
      daemons.present = daemons.seats[1]
      daemons.seats[1].give()
    }
    rig.at(3) {
      #expect(card.openFiles == 1)
      daemons.tell { $0.vanish() }
      daemons.present = daemons.seats[2]
    }
    try play(rig, daemons)
    #expect(rig.frames(3.5..<6).count > 20)
  }

  @Test("while it waits for a display, waits for both") func waiting() throws {
    let rig = try TerminalRig()
    let daemons = Daemons()
    rig.at(1) { daemons.tell { $0.vanish() } }
    rig.at(1.01) { daemons.present = nil }
    var card: FakeCard?
    rig.at(2) { card = rig.machine.plugIn(LifeRig.card("HDMI-A-1")) }
    rig.at(4) {
      #expect(card?.openFiles == 0, "it is not the player's to open")
      daemons.present = daemons.seats[2]
    }
    rig.rig.configuration.timeLimit = 2_000_000_000
    try play(rig, daemons)
    #expect(rig.frames(5..<9).count > 10)
  }

  @Test("and ends meanwhile, tries no more") func ending() throws {
    let rig = try TerminalRig()
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    rig.rig.configuration.timeLimit = 3_000_000_000
    let daemons = Daemons()
    rig.at(1) { daemons.tell { $0.vanish() } }
    rig.at(1.01) { daemons.present = nil }
    #expect(try play(rig, daemons) == .done)
    #expect((2...5).contains(daemons.tries), "with ever longer pauses: \(daemons.tries)")
  }

  @discardableResult
  private func play(_ rig: TerminalRig, _ daemons: Daemons) throws -> Player.Outcome {
    daemons.present = daemons.seats[0]
    return try rig.play(session: { loop, log in
      let conductor = try SeatConductor(isLocked: false, loop: loop, log: log) {
        () throws(Errno) in try daemons.open()
      }
      daemons.conductor = conductor
      return conductor
    })
  }
}
