import FlipbookTesting
import Linux
import Testing

@testable import Flipbook

@Suite("The terminal that was in front before the player's") struct TerminalReturnTests {
  @Test("comes back at the end", arguments: [true, false]) func end(isTaken: Bool) throws {
    let (terminal, conductor) = try brought(isTaken)
    conductor.leave()
    #expect(try terminal.foreground() == 3)
  }

  @Test("stays in the back where somebody switched meanwhile", arguments: [true, false])
  func switched(isTaken: Bool) throws {
    let (terminal, conductor) = try brought(isTaken)
    terminal.onSignal = { [weak conductor] in conductor?.handle(signal: $0) }
    terminal.request(2)
    if isTaken { conductor.displayStopped() }
    #expect(try terminal.foreground() == 2)
    conductor.leave()
    #expect(try terminal.foreground() == 2)
  }

  @Test("comes to the front after a switch that the end overtakes") func overtaken() throws {
    let (terminal, conductor) = try brought(true)
    terminal.onSignal = { [weak conductor] in conductor?.handle(signal: $0) }
    terminal.request(2)
    conductor.leave()
    #expect(try terminal.foreground() == 2, "where the user wanted to go")
  }

  @Test("is left to the guardian with a picture that stays", arguments: [true, false])
  func held(isInFront: Bool) throws {
    let (terminal, conductor) = try brought(true)
    terminal.onSignal = { [weak conductor] in conductor?.handle(signal: $0) }
    if !isInFront {
      terminal.request(2)
      conductor.displayStopped()
    }
    conductor.handOver()
    #expect(try terminal.foreground() == (isInFront ? terminal.number : 2))
    #expect(terminal.requests.contains(.handOver) == isInFront)
  }

  /// Terminal 5 came to the front for the player, in the place of terminal 3.
  private func brought(_ isTaken: Bool) throws -> (FakeTerminal, TerminalConductor) {
    let terminal = FakeTerminal(number: 5)
    let loop = try EventLoop(clock: VirtualClock())
    let conductor = try TerminalConductor(
      terminal, isLocked: false, earlier: 3, loop: loop, log: { Issue.record("\($0)") })
    if isTaken { conductor.take() }
    return (terminal, conductor)
  }
}

@Suite("A terminal that a splash screen has") struct TerminalYieldingTests {
  @Test("is the player's once that has given it up", arguments: [true, false])
  func splash(isInFront: Bool) throws {
    let rig = try TerminalRig()
    rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
    rig.terminal.letAnotherTake()
    rig.at(1.9) {
      #expect(!rig.terminal.requests.contains(.discardInput), "it is not the player's")
      rig.terminal.letAnotherLeave()
      if !isInFront { rig.terminal.request(2) }
    }
    rig.at(2.6) {
      #expect(rig.terminal.requests.contains(.discardInput) == isInFront)
      rig.terminal.request(1)
    }
    rig.at(3.3) { #expect(rig.terminal.requests.contains(.discardInput)) }
    try rig.play(session: { loop, log in
      let conductor = try TerminalConductor(
        rig.terminal, isLocked: false, isYielding: true, loop: loop, log: log)
      rig.terminal.onSignal = { [weak conductor] in conductor?.handle(signal: $0) }
      return conductor
    })
    #expect(rig.log.count { $0.hasPrefix("Playing without a terminal of its own") } == 1)
    #expect(rig.frames(0.1..<6).count > 55)
    #expect(try rig.terminal.switching() == .automatic)
  }
}
