import KMS
import Linux
import TestSupport
import Testing

@Suite("The flip machine, among random events")
struct FlipMachineRandomTests {
  /// What the kernel holds, as a model of it would say.
  private struct Kernel {
    var scanned: Int?
    var pending: (buffer: Int, userData: UInt64)?
    var lost = false
  }

  @Test("never lets anyone draw into what is or will be on screen", arguments: 0..<40)
  func keepsItsPromises(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    var machine = FlipMachine(
      bufferCount: Int.random(in: 2...4, using: &random), crtc: 3, period: 2e7)
    var kernel = Kernel()
    var now: Int64 = 0
    var shown = 0
    var stale: [UInt64] = []
    let refusals: [Errno] = [
      .busy, .invalidArgument, .noMemory, .accessDenied, .interrupted, .noSpace, .inputOutput,
    ]

    func perform(_ first: FlipMachine.Action) {
      var action = first
      while true {
        switch action {
        case .flip(let buffer, let userData):
          // Once in ten refused without cause, as drivers do, and always while one is in flight.
          // Where one is in flight it is the same picture again, as a question.
          let isQuestion = machine.isFlipPending
          guard kernel.pending == nil else {
            #expect(isQuestion && buffer == kernel.pending?.buffer, "a second flip in flight")
            action = machine.flipRefused(.busy, now: now)
            continue
          }
          guard kernel.scanned != nil,
            Int.random(in: 0..<10, using: &random) > 0
          else {
            action = machine.flipRefused(
              refusals.randomElement(using: &random) ?? .busy, now: now)
            continue
          }
          #expect(buffer != kernel.scanned || isQuestion, "the front was flipped to")
          kernel.pending = (buffer, userData)
          _ = machine.flipAccepted(now: now)
          return
        case .setMode(let buffer):
          guard Int.random(in: 0..<10, using: &random) > 0 else {
            action = machine.modeSetRefused(
              refusals.randomElement(using: &random) ?? .busy, now: now)
            continue
          }
          if let pending = kernel.pending { stale.append(pending.userData) }
          kernel = Kernel(scanned: buffer)
          machine.modeSetAccepted()
          shown += 1
          return
        case .drain:
          action = machine.submit(now: now)
        case .pause:
          if let pending = kernel.pending { stale.append(pending.userData) }
          return
        case .giveUp(let until), .backOff(let until, _):
          #expect(until > now && until - now <= 30_000_000_000)
          return
        case .lose:
          Issue.record("nothing was lost")
          return
        case .nothing, .wait, .outgrow:
          return
        }
      }
    }

    for _ in 0..<2000 {
      now += Int64.random(in: 0...300_000_000, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        if let buffer = machine.drawable {
          #expect(buffer != kernel.scanned && buffer != kernel.pending?.buffer)
          machine.drawn(buffer)
        }
      case 3...4:
        perform(machine.submit(now: now))
      case 5:
        guard let pending = kernel.pending else { continue }
        kernel.scanned = pending.buffer
        kernel.pending = nil
        let event = FlipEvent(crtc: 3, sequence: 1, timestamp: now, userData: pending.userData)
        if machine.isFlipPending, Int.random(in: 0..<20, using: &random) == 0 {
          // The picture comes, the event never does: the watchdog has to find out.
          kernel.lost = true
          now = try #require(machine.watchdogDeadline)
          perform(machine.watchdog(now: now))
          kernel.lost = false
        } else {
          kernel.lost = false
          shown += machine.flipCompleted(event) ? 1 : 0
          if machine.hasWaiting { perform(machine.submit(now: now)) }
        }
      case 6:
        guard let userData = stale.randomElement(using: &random) else { continue }
        let before = machine
        let late = FlipEvent(crtc: 3, sequence: 1, timestamp: now, userData: userData)
        #expect(machine.flipCompleted(late) == false)
        #expect(machine == before)
      default:
        perform(machine.watchdog(now: now))
        if machine.condition == .paused, Bool.random(using: &random) {
          machine.resume()
        }
        // As a screen does when a rest is over; with two buffers there is none left to draw into.
        if machine.needsModeSet { perform(machine.relight(now: now)) }
      }
      let states = machine.buffers
      if machine.isFlipPending { #expect(states.count { $0 == .queued } == 1) }
      #expect(states.count { $0 == .queued } <= 1)
      #expect(states.count { $0 == .front } <= 1)
      #expect(states.count { $0 == .drawn } <= 1)
      // What a pause interrupted may be on screen without our having heard of it.
      if let scanned = kernel.scanned {
        #expect(states[scanned] == .front || states[scanned] == .queued)
      }
      if let pending = kernel.pending { #expect(states[pending.buffer] == .queued) }
    }
    #expect(shown > 100, "hardly anything was shown")
  }
}
