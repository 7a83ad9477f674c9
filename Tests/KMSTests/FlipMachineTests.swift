import KMS
import Linux
import Testing

@Suite("The flip machine")
struct FlipMachineTests {
  private func lit() -> FlipMachine {
    var machine = FlipMachine(bufferCount: 3, crtc: 40, period: 16_666_667)
    machine.drawn(0)
    #expect(machine.submit(now: 0) == .setMode(buffer: 0))
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
    guard case .flip(buffer, let userData) = machine.submit(now: 0) else {
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
    _ = machine.flipAccepted(now: 0)
    #expect(machine.buffers == [.front, .queued, .free])
    #expect(machine.flipCompleted(event(userData)) == true)
    #expect(machine.buffers[buffer] == .front)
    #expect(machine.buffers == [.free, .front, .free])
  }

  @Test("has one flip in flight at most, and keeps the next picture")
  func keepsNext() throws {
    var machine = lit()
    let (_, userData) = try flip(&machine)
    _ = machine.flipAccepted(now: 0)
    let next = try #require(machine.drawable)
    machine.drawn(next)
    #expect(machine.submit(now: 0) == .wait)
    #expect(machine.hasWaiting)
    #expect(machine.flipCompleted(event(userData)) == true)
    #expect(machine.submit(now: 0) == .flip(buffer: next, userData: userData + 1))
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
    #expect(machine.flipRefused(.busy, now: 0) == .setMode(buffer: buffer))
    #expect(!machine.isFlipPending)
    machine.modeSetAccepted()
    #expect(machine.buffers[buffer] == .front)
    let (_, userData) = try flip(&machine)
    _ = machine.flipAccepted(now: 0)
    #expect(machine.flipCompleted(event(userData)) == true)
  }

  @Test(
    "a refusal changes no buffer, and the picture is kept",
    arguments: [Errno.accessDenied, .notPermitted, .noDevice, .noSpace, .busy, .inputOutput])
  func refusalChangesNothing(errno: Errno) throws {
    var machine = lit()
    let (buffer, _) = try flip(&machine)
    let before = machine.buffers
    let action = machine.flipRefused(errno, now: 0)
    #expect(machine.buffers == before)
    #expect(!machine.isFlipPending)
    switch errno {
    case .accessDenied, .notPermitted: #expect(action == .pause)
    case .noDevice: #expect(action == .lose)
    case .inputOutput: #expect(action == .backOff(until: 500_000_000, errno))
    default: #expect(action == .setMode(buffer: buffer))
    }
    #expect(machine.buffers == before)
    #expect(machine.submit(now: 0) != .nothing)
  }

  @Test("a pause asks nothing of the kernel, and ends with a mode set")
  func pauses() throws {
    var machine = lit()
    let (buffer, userData) = try flip(&machine)
    _ = machine.flipAccepted(now: 0)
    machine.pause()
    #expect(!machine.isFlipPending && machine.watchdogDeadline == nil)
    let next = try #require(machine.drawable)
    #expect(next != buffer)
    machine.drawn(next)
    #expect(machine.submit(now: 0) == .wait)
    #expect(machine.relight(now: 0) == .wait)
    machine.resume()
    #expect(machine.flipCompleted(event(userData)) == false)
    #expect(machine.relight(now: 0) == .setMode(buffer: next))
    machine.modeSetAccepted()
    #expect(machine.buffers[next] == .front)
    #expect(machine.buffers.count { $0 == .free } == 2)
  }

  @Test("after a pause without a new picture, the one asked for last comes back")
  func relights() throws {
    var machine = lit()
    machine.pause()
    machine.resume()
    #expect(machine.relight(now: 0) == .setMode(buffer: 0))
    machine.modeSetAccepted()
    let (buffer, _) = try flip(&machine)
    _ = machine.flipAccepted(now: 0)
    machine.drawn(try #require(machine.drawable))
    machine.pause()
    machine.resume()
    // What was drawn since was not asked for yet.
    #expect(machine.relight(now: 0) == .setMode(buffer: buffer))
  }

  @Test("a card that is gone is asked nothing again")
  func lost() throws {
    var machine = lit()
    _ = try flip(&machine)
    #expect(machine.flipRefused(.noDevice, now: 0) == .lose)
    machine.resume()
    machine.pause()
    #expect(machine.condition == .lost)
    #expect(machine.submit(now: .max) == .wait)
    #expect(machine.relight(now: .max) == .wait)
  }

  @Test("rests after a refusal, after some twice as long each time up to half a minute")
  func rests() throws {
    var machine = lit()
    var now: Int64 = 0
    var rests: [Int64] = []
    _ = try flip(&machine)
    var action = machine.flipRefused(.inputOutput, now: now)
    for _ in 0..<16 {
      guard case .backOff(let until, .inputOutput) = action else {
        Issue.record("no rest but \(action)")
        return
      }
      rests.append((until - now) / 1_000_000)
      #expect(machine.submit(now: until - 1) == .wait)
      now = until
      guard case .flip = machine.submit(now: now) else {
        Issue.record("the flip was not tried again")
        return
      }
      action = machine.flipRefused(.inputOutput, now: now)
    }
    let short = Array(repeating: Int64(500), count: 9)
    #expect(rests == short + [1000, 2000, 4000, 8000, 16000, 30000, 30000])
    guard case .backOff(let until, _) = action,
      case .flip(_, let userData) = machine.submit(now: until)
    else { return }
    _ = machine.flipAccepted(now: until)
    #expect(machine.flipCompleted(event(userData)) == true)
    _ = try flip(&machine)
    #expect(
      machine.flipRefused(.inputOutput, now: 0) == .backOff(until: 500_000_000, .inputOutput))
  }

  @Test(
    "is mended by a mode set, but not by an endless row of them",
    arguments: [Errno.busy, .invalidArgument, .noSpace])
  func mends(errno: Errno) throws {
    var machine = lit()
    for _ in 0..<5 {
      let (buffer, _) = try flip(&machine)
      #expect(machine.flipRefused(errno, now: 0) == .setMode(buffer: buffer))
      machine.modeSetAccepted()
    }
    let (buffer, _) = try flip(&machine)
    #expect(machine.flipRefused(errno, now: 0) == .backOff(until: 500_000_000, errno))
    #expect(machine.submit(now: 500_000_000) == .setMode(buffer: buffer))
  }

  @Test("a refused mode set is tried again after a rest; buffers too small are no matter of time")
  func modeSetRefused() {
    var machine = FlipMachine(bufferCount: 3, crtc: 40, period: 16_666_667)
    machine.drawn(0)
    #expect(machine.submit(now: 0) == .setMode(buffer: 0))
    #expect(
      machine.modeSetRefused(.invalidArgument, now: 0)
        == .backOff(until: 500_000_000, .invalidArgument))
    #expect(machine.submit(now: 500_000_000) == .setMode(buffer: 0))
    #expect(machine.modeSetRefused(.noSpace, now: 0) == .outgrow)
    #expect(machine.submit(now: 500_000_000) == .setMode(buffer: 0))
    #expect(machine.modeSetRefused(.accessDenied, now: 0) == .pause)
  }

  @Test("a mode set that was for the present picture is asked for until it is granted")
  func relightRefused() {
    var machine = lit()
    #expect(machine.relight(now: 0) == .setMode(buffer: 0))
    #expect(
      machine.modeSetRefused(.inputOutput, now: 0) == .backOff(until: 500_000_000, .inputOutput))
    #expect(machine.needsModeSet)
    #expect(machine.relight(now: 500_000_000) == .setMode(buffer: 0))
    // There was no room for it: the same again, though nothing is drawn that could be submitted.
    #expect(machine.modeSetRefused(.noMemory, now: 500_000_000) == .drain)
    #expect(machine.drained(now: 500_000_000) == .setMode(buffer: 0))
    machine.modeSetAccepted()
    #expect(!machine.needsModeSet && machine.condition == .working)
  }

  @Test("a rest is over when its time has come, whether or not there is something to ask")
  func rested() {
    var machine = lit()
    #expect(
      machine.eventsRefused(.inputOutput, now: 0) == .backOff(until: 500_000_000, .inputOutput))
    machine.noteRested(now: 499_999_999)
    #expect(machine.condition == .backingOff(until: 500_000_000))
    machine.noteRested(now: 500_000_000)
    #expect(machine.condition == .working)
  }

  @Test("makes a call again at once that a signal cut short, but not for ever")
  func repeats() throws {
    var machine = lit()
    let (buffer, userData) = try flip(&machine)
    for errno in [Errno.interrupted, .wouldBlock] {
      for _ in 0..<50 {
        #expect(
          machine.flipRefused(errno, now: 0) == .flip(buffer: buffer, userData: userData))
      }
    }
    #expect(machine.flipRefused(.interrupted, now: 0) == .backOff(until: 500_000_000, .interrupted))
  }

  @Test("reads events when there is no room for another, then rests")
  func drains() throws {
    var machine = lit()
    _ = try flip(&machine)
    #expect(machine.flipRefused(.noMemory, now: 0) == .drain)
    guard case .flip = machine.drained(now: 0) else {
      Issue.record("the flip was not tried again")
      return
    }
    #expect(machine.flipRefused(.noMemory, now: 0) == .backOff(until: 500_000_000, .noMemory))
  }

  @Test("passes over events of other flips and other CRTCs")
  func ignoresStale() throws {
    var machine = lit()
    let (_, userData) = try flip(&machine)
    _ = machine.flipAccepted(now: 0)
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
    _ = machine.flipAccepted(now: 500)
    #expect(machine.watchdogDeadline == 200_000_500)
    #expect(machine.watchdog(now: 200_000_499) == .nothing)
    // Still in flight, it says each time that it is asked.
    for now in [Int64(200_000_500), 400_000_500, 600_000_500, 800_000_500] {
      #expect(machine.watchdogDeadline == now)
      guard case .flip(buffer, _) = machine.watchdog(now: now) else {
        Issue.record("the kernel was not asked")
        return
      }
      #expect(machine.flipRefused(.busy, now: now) == .nothing)
      #expect(machine.buffers[buffer] == .queued && !machine.needsModeSet)
    }
    #expect(machine.watchdogDeadline == 1_000_000_500)
    #expect(machine.watchdog(now: 1_000_000_500) == .setMode(buffer: buffer))
    machine.modeSetAccepted()
    #expect(machine.buffers[buffer] == .front)
    #expect(machine.watchdogDeadline == nil)
    #expect(machine.flipCompleted(event(userData)) == false)
    #expect(machine.buffers == [.free, .front, .free])
  }

  @Test("finds out by the same flip again that one was done without a word")
  func isToldBySilence() throws {
    var machine = lit()
    let (buffer, userData) = try flip(&machine)
    #expect(machine.flipAccepted(now: 500) == nil)
    #expect(machine.watchdog(now: 200_000_500) == .flip(buffer: buffer, userData: userData + 1))
    #expect(machine.flipAccepted(now: 200_000_600) == 500)
    #expect(machine.buffers == [.free, .queued, .free] && machine.isFlipPending)
    // Of the first nothing is to be heard any more.
    #expect(machine.flipCompleted(event(userData)) == false)
    #expect(machine.flipCompleted(event(userData + 1)) == true)
    #expect(machine.buffers[buffer] == .front && machine.watchdogDeadline == nil)
  }

  @Test("gives up a kernel that never tells in the time of the first flip")
  func neverTells() throws {
    var machine = lit()
    let (buffer, _) = try flip(&machine)
    _ = machine.flipAccepted(now: 0)
    var told: [Int64] = []
    for now in [Int64(200_000_000), 400_000_000, 600_000_000, 800_000_000] {
      _ = machine.watchdog(now: now)
      if let since = machine.flipAccepted(now: now) { told.append(since) }
    }
    #expect(told == [0])
    #expect(machine.watchdog(now: 1_000_000_000) == .setMode(buffer: buffer))
  }

  @Test("waits five refreshes of a slow display")
  func isPatient() throws {
    var machine = FlipMachine(bufferCount: 3, crtc: 40, period: 1e9)
    machine.drawn(0)
    _ = machine.submit(now: 0)
    machine.modeSetAccepted()
    _ = try flip(&machine)
    _ = machine.flipAccepted(now: 0)
    #expect(machine.watchdogDeadline == 3_000_000_000)
    _ = machine.watchdog(now: 3_000_000_000)
    _ = machine.flipRefused(.busy, now: 3_000_000_000)
    #expect(machine.watchdogDeadline == 5_000_000_000)
  }

  @Test("gives a display a rest that never completes a flip, then goes on")
  func givesUp() throws {
    var machine = lit()
    var now: Int64 = 0
    var actions: [FlipMachine.Action] = []
    for _ in 0..<6 {
      _ = try flip(&machine)
      _ = machine.flipAccepted(now: now)
      now += 2_000_000_000
      let action = machine.watchdog(now: now)
      actions.append(action)
      if case .setMode = action { machine.modeSetAccepted() }
    }
    #expect(actions.prefix(5).allSatisfy { if case .setMode = $0 { true } else { false } })
    #expect(actions.last == .giveUp(until: now + 500_000_000))
    #expect(!machine.isFlipPending)
    guard case .setMode = machine.relight(now: now + 500_000_000) else {
      Issue.record("the display was not tried again")
      return
    }
  }

  @Test("shows the front picture again by a mode set where another program had the display")
  func comesBack() throws {
    var machine = lit()
    let (buffer, userData) = try flip(&machine)
    _ = machine.flipAccepted(now: 0)
    machine.resume()
    #expect(!machine.isFlipPending && machine.needsModeSet)
    #expect(machine.flipCompleted(event(userData)) == false)
    #expect(machine.relight(now: 0) == .setMode(buffer: buffer))
    machine.modeSetAccepted()
    #expect(machine.buffers[buffer] == .front && !machine.needsModeSet)
    // What is drawn meanwhile goes by the mode set instead.
    machine.resume()
    let next = try #require(machine.drawable)
    machine.drawn(next)
    #expect(machine.submit(now: 0) == .setMode(buffer: next))
  }
}
