import Linux
import TestSupport
import Testing

@Suite("The handshake of a seat")
struct SeatHandshakeTests {
  @Test("Away: flips stop, input goes, then the broker is told; and back")
  func thereAndBack() {
    var handshake = SeatHandshake(isLocked: false)
    #expect(handshake.handle(.disabled) == [.stopDisplay])
    #expect(handshake.handle(.displayStopped) == [.suspendInput, .acknowledge])
    #expect(handshake.state == .away)
    #expect(handshake.handle(.enabled) == [.resumeDisplay, .resumeInput])
    #expect(handshake.state == .here)
  }

  @Test("One that comes back before it was let go of has dead input devices even so")
  func overtaken() {
    var handshake = SeatHandshake(isLocked: false)
    _ = handshake.handle(.disabled)
    #expect(handshake.handle(.enabled) == [.suspendInput, .resumeDisplay, .resumeInput])
    #expect(handshake.handle(.displayStopped) == [])
  }

  @Test("Keys ask for another session, from the front, where that is not locked")
  func keys() {
    var handshake = SeatHandshake(isLocked: false)
    #expect(handshake.handle(.switchAsked(2)) == [.switchSession(2)])
    _ = handshake.handle(.disabled)
    #expect(handshake.handle(.switchAsked(2)) == [])
    handshake = SeatHandshake(isLocked: true)
    #expect(handshake.handle(.switchAsked(2)) == [])
  }

  @Test("Whoever ends while the broker waits answers first")
  func ending() {
    var handshake = SeatHandshake(isLocked: false)
    #expect(handshake.handle(.ending) == [])
    _ = handshake.handle(.disabled)
    #expect(handshake.handle(.ending) == [.suspendInput, .acknowledge])
    #expect(handshake.handle(.displayStopped) == [])
  }

  @Test(
    "In any order, nothing is used when the broker is told so, and each taking is answered once")
  func anyOrder() {
    var random = RandomSource(seed: 11)
    for _ in 0..<2_000 {
      var handshake = SeatHandshake(isLocked: random.once(in: 2))
      var (isGiven, waits, flips, hasInput) = (true, false, true, true)
      for _ in 0..<40 {
        // A broker that waits for an answer says nothing before it has it.
        let input: SeatHandshake.Input =
          waits
          ? random.pick(.displayStopped, .switchAsked(3), .ending)
          : random.pick(isGiven ? .disabled : .enabled, .displayStopped, .switchAsked(3))
        if input == .disabled { (isGiven, waits) = (false, true) }
        if input == .enabled { isGiven = true }
        for action in handshake.handle(input) {
          switch action {
          case .stopDisplay: flips = false
          case .suspendInput: hasInput = false
          case .acknowledge:
            #expect(waits && !flips && !hasInput)
            waits = false
          case .resumeDisplay:
            #expect(isGiven)
            flips = true
          case .resumeInput:
            #expect(isGiven && !hasInput)
            hasInput = true
          case .loseDisplay: Issue.record("no broker has ended")
          case .switchSession: #expect(isGiven && !handshake.isLocked)
          }
        }
        #expect(isGiven == (flips && hasInput && handshake.state == .here))
      }
    }
  }
}
