import KMS
import Linux
import Testing

@Suite("The flip machine")
struct FlipMachineTests {
  private func lit() -> FlipMachine {
    var machine = FlipMachine(bufferCount: 3, crtc: 40, period: 16_666_667)
    machine.drawn(0)
    #expect(machine.submit() == .setMode(buffer: 0))
    machine.modeSetAccepted()
    return machine
  }

  private func event(_ userData: UInt64, crtc: UInt32 = 40) -> FlipEvent {
    FlipEvent(crtc: crtc, sequence: 7, timestamp: 1, userData: userData)
  }

  /// Draws and submits; the buffer and the user data of the flip asked for.
  private func flip(_ machine: inout FlipMachine) throws -> (buffer: Int, userData: UInt64) {
    let buffer = try #require(machine.drawable)
    machine.drawn(buffer)
    guard case .flip(buffer, let userData) = machine.submit() else {
      Issue.record("no flip was asked for")
      return (buffer, 0)
    }
    return (buffer, userData)
  }

  @Test("sets the mode once, then flips, and frees the old front when the flip is done")
  func goesRound() throws {
    var machine = lit()
    #expect(machine.buffers == [.front, .free, .free])
    let (buffer, userData) = try flip(&machine)
    #expect(machine.buffers == [.front, .drawn, .free])
    machine.flipAccepted(now: 0)
    #expect(machine.buffers == [.front, .queued, .free])
    #expect(machine.flipCompleted(event(userData)) == true)
    #expect(machine.buffers[buffer] == .front)
    #expect(machine.buffers == [.free, .front, .free])
  }

  @Test("has one flip in flight at most, and keeps the next picture")
  func keepsNext() throws {
    var machine = lit()
    let (_, userData) = try flip(&machine)
    machine.flipAccepted(now: 0)
    let next = try #require(machine.drawable)
    machine.drawn(next)
    #expect(machine.submit() == .wait)
    #expect(machine.hasWaiting)
    #expect(machine.flipCompleted(event(userData)) == true)
    #expect(machine.submit() == .flip(buffer: next, userData: userData + 1))
  }

  @Test("draws anew over a picture that no one has seen")
  func redraws() {
    var machine = lit()
    machine.drawn(1)
    #expect(machine.drawable == 1)
    machine.drawn(2)
    #expect(machine.buffers == [.front, .free, .drawn])
  }

  @Test("takes busy with no flip in flight for a lost picture, and sets the mode")
  func busyMeansModeSet() throws {
    var machine = lit()
    let (buffer, _) = try flip(&machine)
    #expect(machine.flipRefused(.busy) == .setMode(buffer: buffer))
    #expect(!machine.isFlipPending)
    machine.modeSetAccepted()
    #expect(machine.buffers[buffer] == .front)
    let (_, userData) = try flip(&machine)
    machine.flipAccepted(now: 0)
    #expect(machine.flipCompleted(event(userData)) == true)
  }

  @Test("a refusal changes no buffer", arguments: [Errno.accessDenied, .noDevice, .noSpace, .busy])
  func refusalChangesNothing(errno: Errno) throws {
    var machine = lit()
    _ = try flip(&machine)
    let before = machine.buffers
    let action = machine.flipRefused(errno)
    #expect(machine.buffers == before)
    #expect(!machine.isFlipPending)
    if errno != .busy { #expect(action == .fail(errno)) }
    if errno == .busy { #expect(machine.modeSetRefused(.accessDenied) == .fail(.accessDenied)) }
    #expect(machine.buffers == before)
    guard case .nothing = machine.submit() else { return }
    Issue.record("the picture was lost")
  }

  @Test("an invalid argument is answered by one mode set, not by an endless row of them")
  func invalidOnce() throws {
    var machine = lit()
    let (buffer, _) = try flip(&machine)
    #expect(machine.flipRefused(.invalidArgument) == .setMode(buffer: buffer))
    machine.modeSetAccepted()
    _ = try flip(&machine)
    #expect(machine.flipRefused(.invalidArgument) == .fail(.invalidArgument))
  }

  @Test("reads events when there is no room for another, then gives in")
  func drains() throws {
    var machine = lit()
    _ = try flip(&machine)
    #expect(machine.flipRefused(.noMemory) == .drain)
    guard case .flip = machine.submit() else {
      Issue.record("the flip was not tried again")
      return
    }
    #expect(machine.flipRefused(.noMemory) == .fail(.noMemory))
  }

  @Test("passes over events of other flips and other CRTCs")
  func ignoresStale() throws {
    var machine = lit()
    let (_, userData) = try flip(&machine)
    machine.flipAccepted(now: 0)
    let before = machine
    #expect(machine.flipCompleted(event(userData - 1)) == false)
    #expect(machine.flipCompleted(event(userData + 1)) == false)
    #expect(machine.flipCompleted(event(userData, crtc: 41)) == false)
    #expect(machine == before)
    #expect(machine.flipCompleted(event(userData, crtc: 0)) == true)
    #expect(machine.flipCompleted(event(userData, crtc: 0)) == false)
  }

  @Test("recovers from an event that never comes, and ignores it if it does")
  func recovers() throws {
    var machine = lit()
    let (buffer, userData) = try flip(&machine)
    machine.flipAccepted(now: 500)
    #expect(machine.watchdogDeadline == 1_000_000_500)
    #expect(machine.watchdog(now: 1_000_000_499) == .nothing)
    #expect(machine.watchdog(now: 1_000_000_500) == .setMode(buffer: buffer))
    machine.modeSetAccepted()
    #expect(machine.buffers[buffer] == .front)
    #expect(machine.watchdogDeadline == nil)
    #expect(machine.flipCompleted(event(userData)) == false)
    #expect(machine.buffers == [.free, .front, .free])
  }

  @Test("waits five refreshes of a slow display")
  func isPatient() throws {
    var machine = FlipMachine(bufferCount: 3, crtc: 40, period: 1e9)
    machine.drawn(0)
    _ = machine.submit()
    machine.modeSetAccepted()
    _ = try flip(&machine)
    machine.flipAccepted(now: 0)
    #expect(machine.watchdogDeadline == 5_000_000_000)
  }

  @Test("gives a display up that never completes a flip")
  func givesUp() throws {
    var machine = lit()
    var now: Int64 = 0
    var actions: [FlipMachine.Action] = []
    for _ in 0..<6 {
      _ = try flip(&machine)
      machine.flipAccepted(now: now)
      now += 2_000_000_000
      let action = machine.watchdog(now: now)
      actions.append(action)
      if case .setMode = action { machine.modeSetAccepted() }
    }
    #expect(actions.prefix(5).allSatisfy { if case .setMode = $0 { true } else { false } })
    #expect(actions.last == .giveUp)
  }

  @Test("shows the front picture again by a mode set where another program had the display")
  func relights() throws {
    var machine = lit()
    let (buffer, userData) = try flip(&machine)
    machine.flipAccepted(now: 0)
    machine.displayLost()
    #expect(!machine.isFlipPending && machine.needsModeSet)
    #expect(machine.flipCompleted(event(userData)) == false)
    #expect(machine.relight() == .setMode(buffer: buffer))
    machine.modeSetAccepted()
    #expect(machine.buffers[buffer] == .front && !machine.needsModeSet)
    // What is drawn meanwhile goes by the mode set instead.
    machine.displayLost()
    let next = try #require(machine.drawable)
    machine.drawn(next)
    #expect(machine.submit() == .setMode(buffer: next))
  }
}
