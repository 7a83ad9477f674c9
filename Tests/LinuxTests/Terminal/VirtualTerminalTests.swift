import FlipbookTesting
import Linux
import Testing

@Suite("A virtual terminal of one's own")
struct VirtualTerminalTests {
  private let signals = VirtualTerminal.signals

  @Test("Taken: switching, graphics, keys; left: keys, text, switching")
  func order() throws {
    let device = FakeTerminal(keyboard: TerminalKeyboard(rawValue: 1))
    let terminal = try VirtualTerminal(device, isLocked: false)
    #expect(device.requests == [.protect])
    try terminal.take()
    terminal.leave()
    #expect(
      device.requests == [
        .protect, .switching(.process(signals)), .content(.graphics), .keyboard(.off),
        .discardInput, .keyboard(TerminalKeyboard(rawValue: 1)), .content(.text),
        .switching(.automatic),
        .unprotect,
      ])
  }

  @Test("What goes without being left is left")
  func forgotten() throws {
    let device = FakeTerminal()
    var terminal: VirtualTerminal? = try VirtualTerminal(device, isLocked: false)
    try terminal?.take()
    terminal = nil
    #expect(try device.keyboard() == .unicode)
    #expect(try device.content() == .text)
    #expect(try device.switching() == .automatic)
  }

  @Test("Handed over it stays as it is; in the back it is put back")
  func handedOver() throws {
    let (device, terminal) = try taken(isLocked: false)
    #expect(terminal.handOver())
    #expect(device.requests.last == .handOver)
    #expect(try device.content() == .graphics)
    terminal.leave()
    #expect(device.requests.last == .handOver)

    let (other, away) = try taken(isLocked: false)
    away.perform = { action in
      switch action {
      case .stopDisplay: .displayStopped
      case .dropMaster: .masterDropped(isStillMaster: false)
      default: nil
      }
    }
    other.request(2)
    #expect(!away.handOver())
    #expect(other.requests.last == .unprotect)
    #expect(try other.content() == .text)
  }

  @Test("One that was never taken is not touched")
  func untouched() throws {
    let device = FakeTerminal()
    try VirtualTerminal(device, isLocked: false).leave()
    #expect(device.requests == [.protect, .unprotect])
  }

  @Test("Without the right to it nothing is changed, and no console takes the display")
  func denied() throws {
    let device = FakeTerminal()
    var consoles = 0
    device.onText = { consoles += 1 }
    device.isPermitted = false
    let terminal = try VirtualTerminal(device, isLocked: false)
    #expect(throws: Errno.notPermitted) { try terminal.take() }
    terminal.leave()
    #expect(device.requests == [.protect, .unprotect])
    #expect(consoles == 0)
  }

  @Test("Keys that are shared are thrown away before anybody else reads them")
  func shared() throws {
    let (device, terminal) = try taken(isLocked: false)
    terminal.shareKeyboard()
    #expect(try device.keyboard() == .unicode)
    terminal.leave()
    let end = device.requests.suffix(6)
    #expect(
      end == [
        .keyboard(.unicode), .discardInput, .keyboard(.unicode), .content(.text),
        .switching(.automatic), .unprotect,
      ])
  }

  @Test("A terminal of another player's is refused")
  func claimed() {
    let device = FakeTerminal()
    device.isClaimed = true
    #expect(throws: Errno.wouldBlock) { _ = try VirtualTerminal(device, isLocked: false) }
  }

  @Test("Keys that a killed program left off, or raw, are not left so again", arguments: [0, 2, 4])
  func deadKeyboard(mode: Int32) throws {
    let device = FakeTerminal(keyboard: TerminalKeyboard(rawValue: mode))
    let terminal = try VirtualTerminal(device, isLocked: false)
    try terminal.take()
    terminal.leave()
    #expect(try device.keyboard() == .unicode)
  }

  @Test("One that another program has is left to it, and taken once that has ended")
  func another() throws {
    let device = FakeTerminal()
    device.letAnotherTake()
    let terminal = try VirtualTerminal(device, isLocked: false, isYielding: true)
    #expect(throws: Errno.busy) { try terminal.take() }
    #expect(device.requests == [.protect])
    device.letAnotherLeave(keyboard: .translated)
    try terminal.take()
    #expect(device.requests.dropFirst().first == .protectKeyboard(.translated))
    terminal.leave()
    #expect(try device.keyboard() == .translated)
    #expect(try device.switching() == .automatic)
  }

  @Test(
    "One that is asked for by name is taken from whoever has it, or has left it",
    arguments: [true, false])
  func insistent(isPlayers: Bool) throws {
    let device = FakeTerminal()
    device.letAnotherTake()
    if isPlayers { try device.setSwitching(.process(signals)) }
    let terminal = try VirtualTerminal(device, isLocked: false, isYielding: isPlayers)
    try terminal.take()
    terminal.leave()
    #expect(try device.content() == .text)
    #expect(try device.switching() == .automatic)
  }

  @Test("Where keys cannot be discarded nothing stays taken")
  func undiscarded() throws {
    let device = FakeTerminal()
    device.discardError = .inputOutput
    let terminal = try VirtualTerminal(device, isLocked: false)
    #expect(throws: Errno.inputOutput) { try terminal.take() }
    #expect(try device.keyboard() == .unicode)
    #expect(try device.content() == .text)
    #expect(try device.switching() == .automatic)
  }

  @Test("Switched away and back, by signals")
  func switching() throws {
    let (device, terminal) = try taken(isLocked: false)
    var done: [TerminalHandshake.Action] = []
    terminal.perform = { action in
      done.append(action)
      switch action {
      case .stopDisplay: return .displayStopped
      case .dropMaster: return .masterDropped(isStillMaster: false)
      case .takeMaster: return .masterTaken
      default: return nil
      }
    }
    device.request(2)
    #expect(try device.foreground() == 2)
    #expect(done == [.stopDisplay, .dropMaster, .suspendInput])
    device.request(1)
    #expect(done.dropFirst(3) == [.takeMaster, .resumeDisplay, .resumeInput])
    #expect(device.requests.last == .acknowledge)
    #expect(terminal.state == .here)
  }

  @Test("The flip in flight is waited for before the terminal goes")
  func waiting() throws {
    let (device, terminal) = try taken(isLocked: false)
    terminal.perform = { $0 == .dropMaster ? .masterDropped(isStillMaster: false) : nil }
    device.request(2)
    #expect(try device.foreground() == 1)
    terminal.handle(.displayStopped)
    #expect(try device.foreground() == 2)
  }

  @Test("Locked: the terminal stays in front")
  func locked() throws {
    let (device, terminal) = try taken(isLocked: true)
    device.request(2)
    terminal.handle(.switchAsked(3))
    #expect(try device.foreground() == 1)
    #expect(device.requests.last == .release(false))
  }

  @Test("Keys switch where the kernel's no longer do")
  func keys() throws {
    let (device, terminal) = try taken(isLocked: false)
    terminal.perform = { action in
      switch action {
      case .stopDisplay: .displayStopped
      case .dropMaster: .masterDropped(isStillMaster: false)
      default: nil
      }
    }
    terminal.handle(.switchAsked(5))
    #expect(try device.foreground() == 5)
  }

  @Test("Text takes the display on the terminal in front only")
  func text() throws {
    let (device, terminal) = try taken(isLocked: false)
    var consoles = 0
    device.onText = { consoles += 1 }
    terminal.perform = { action in
      switch action {
      case .stopDisplay: .displayStopped
      case .dropMaster: .masterDropped(isStillMaster: false)
      default: nil
      }
    }
    device.request(2)
    terminal.leave()
    #expect(consoles == 0)
    let (other, second) = try taken(isLocked: false)
    other.onText = { consoles += 1 }
    second.leave()
    #expect(consoles == 1)
  }

  @Test("Pictures without anybody to ask lock the kernel's switching")
  func lockedByKernel() throws {
    let device = FakeTerminal()
    try device.setContent(.graphics)
    #expect(!device.request(2))
    #expect(throws: Errno.invalidArgument) { try device.answerRelease(true) }
  }

  private func taken(isLocked: Bool) throws -> (FakeTerminal, VirtualTerminal) {
    let device = FakeTerminal()
    let terminal = try VirtualTerminal(device, isLocked: isLocked)
    device.onSignal = { [weak terminal] in terminal?.handle(signal: $0) }
    try terminal.take()
    return (device, terminal)
  }
}
