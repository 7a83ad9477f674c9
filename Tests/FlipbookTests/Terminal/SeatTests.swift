import Controls
import FlipbookTesting
import KMS
import Linux
import Testing

@testable import Flipbook

@Suite("A run on a seat")
struct SeatTests {
  private final class Witness: TerminalStage {
    var asked: [String] = []
    var openCards: [any KMSDevice] { [] }
    var cardsInUse: [any KMSDevice] { [] }
    func stopDisplay() { asked.append("stop display") }
    func resumeDisplay() { asked.append("resume display") }
    func suspendInput() { asked.append("suspend input") }
    func resumeInput() { asked.append("resume input") }
    func loseDisplay(_ error: DisplayError) { asked.append(error.message) }
  }

  @Test("Display and input go before the broker is answered, and come back with the seat")
  func switching() throws {
    let (seat, conductor, stage) = try seated()
    seat.take()
    conductor.dispatch()
    #expect(stage.asked == ["stop display"])
    #expect(seat.waitsForAnswer)
    conductor.displayStopped()
    #expect(stage.asked.last == "suspend input" && !seat.waitsForAnswer)
    seat.give()
    conductor.dispatch()
    #expect(stage.asked.suffix(2) == ["resume display", "resume input"])
  }

  @Test("Ctrl, Alt and F3 ask the broker for the third session")
  func keys() throws {
    let (seat, conductor, _) = try seated()
    for code: UInt32 in [29, 56] {
      #expect(!conductor.takes(.key(device: 1, code: code, isDown: true, time: 0)))
    }
    #expect(conductor.takes(.key(device: 1, code: 61, isDown: true, time: 0)))
    #expect(seat.requests == [.switchSession(3)])
  }

  @Test("Who ends while the broker waits has answered")
  func ending() throws {
    let (seat, conductor, stage) = try seated()
    seat.take()
    conductor.dispatch()
    conductor.leave()
    #expect(!seat.waitsForAnswer && stage.asked.last == "suspend input")
  }

  private func seated() throws -> (FakeSeat, SeatConductor, Witness) {
    let seat = FakeSeat(devices: [])
    let loop = try EventLoop(clock: VirtualClock())
    let conductor = try SeatConductor(isLocked: false, loop: loop, log: { _ in }) { seat }
    let stage = Witness()
    conductor.stage = stage
    return (seat, conductor, stage)
  }
}
