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
