import FlipbookTesting
import Linux
import Testing

@Suite("A seat that a broker gives")
struct SeatSessionTests {
  private let card = "/dev/dri/card0"

  @Test("Waits until the seat is given, and says so where another session has it")
  func opening() throws {
    let seat = FakeSeat(devices: [card])
    #expect(try SeatSession(seat, isLocked: false).isEnabled)
    let taken = FakeSeat(devices: [card], isGiven: false)
    #expect(throws: Errno.wouldBlock) { _ = try SeatSession(taken, isLocked: false) }
    let gone = FakeSeat(devices: [card], isGiven: false)
    gone.vanish()
    #expect(throws: Errno.brokenPipe) { _ = try SeatSession(gone, isLocked: false) }
  }

  @Test("Given and taken before anybody looks, it is answered and waited for")
  func turningRound() throws {
    let seat = FakeSeat(devices: [card])
    seat.take()
    #expect(throws: Errno.wouldBlock) { _ = try SeatSession(seat, isLocked: false) }
    #expect(!seat.waitsForAnswer)
  }

  @Test("Taken away and given back: the broker is told once nothing is in flight")
  func switching() throws {
    let (seat, session) = try given()
    var done: [SeatHandshake.Action] = []
    session.perform = { action in
      done.append(action)
      return nil
    }
    session.handle(.switchAsked(2))
    #expect(seat.requests == [.switchSession(2)])
    try session.dispatch()
    #expect(done == [.stopDisplay])
    #expect(seat.waitsForAnswer)
    #expect(throws: Errno.notPermitted) { _ = try seat.open(card) }
    session.handle(.displayStopped)
    #expect(!seat.waitsForAnswer && !session.isEnabled)
    seat.give()
    try session.dispatch()
    #expect(done == [.stopDisplay, .suspendInput, .resumeDisplay, .resumeInput])
  }

  @Test("A display that stops at once is answered for at once")
  func atOnce() throws {
    let (seat, session) = try given()
    session.perform = { $0 == .stopDisplay ? .displayStopped : nil }
    seat.take()
    try session.dispatch()
    #expect(seat.requests == [.acknowledge])
  }

  @Test("A daemon that ends is an error of the next dispatch")
  func vanishing() throws {
    let (seat, session) = try given()
    var told: [String] = []
    session.log = { told.append($0) }
    seat.vanish()
    session.handle(.switchAsked(2))
    #expect(told.count == 1)
    #expect(throws: Errno.brokenPipe) { try session.dispatch() }
  }

  private func given() throws -> (FakeSeat, SeatSession) {
    let seat = FakeSeat(devices: [card])
    return (seat, try SeatSession(seat, isLocked: false))
  }
}
