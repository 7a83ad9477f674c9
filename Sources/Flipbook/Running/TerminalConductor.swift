import Controls
import FlipbookTesting
import KMS
import Linux

/// What the switching of terminals needs of a run.
protocol TerminalStage: AnyObject {
  /// All cards that are open, by each of their parts; one may be there twice.
  var openCards: [any KMSDevice] { get }
  /// Those of them that are to show something.
  var cardsInUse: [any KMSDevice] { get }
  /// Submits nothing any more; tells the conductor once no flip is in flight.
  func stopDisplay()
  /// Sets the mode, shows the picture of the present time and goes on.
  func resumeDisplay()
  /// Lets go of the input devices.
  func suspendInput()
  /// Opens them again.
  func resumeInput()
  /// The cards that are open can be used no longer: lets go of them, until the display is resumed.
  func loseDisplay(_ error: DisplayError)
}

/// The run's own virtual terminal: taken with the display, left after it, switched away from.
///
/// Made before threads start and before the display is opened.
final class TerminalConductor: SessionConductor {
  /// What follows from switching is asked of it.
  weak var stage: (any TerminalStage)?

  private let terminal: VirtualTerminal
  private let loop: EventLoop
  private let log: (String) -> Void
  private var keys = TerminalKeys()
  /// The terminal to go back to at the end; nil for none.
  private let earlier: Int?
  /// Whether it is the terminal whose keys send signals to the player, as one started by a shell.
  private var isShell = false
  private var hasLeft = false
  private var toldRefusal: Errno?

  /// Claims the terminal that a configuration asks for; nil where there is none to be had, which
  /// the log is told of where somebody should know.
  static func make(
    _ configuration: PlayerConfiguration, loop: EventLoop, log: @escaping (String) -> Void
  ) -> TerminalConductor? {
    let facts = TerminalChoice.Facts.gather()
    switch TerminalChoice.choose(configuration.terminal, facts) {
    case .none(let reason):
      if let reason { log(reason) }
      return nil
    case .terminal(let number):
      do throws(Errno) {
        let device = try KernelTerminal(number: number)
        let isInFront = facts.foreground == number
        device.earlier = isInFront ? try device.abandonedEarlier() : facts.foreground
        let conductor = try TerminalConductor(
          device, isLocked: configuration.terminalSwitching == .lock,
          isYielding: configuration.terminal == .automatic && !facts.isStarted(on: number),
          earlier: device.earlier, loop: loop, log: log)
        conductor.isShell = facts.controlling == .virtual(number)
        if !isInFront { try conductor.bringToFront(device) }
        return conductor
      } catch {
        log(sentence(number, error))
        return nil
      }
    }
  }

  /// Claims a simulated terminal, whose signals come on the loop's next turn.
  static func make(
    _ device: FakeTerminal, _ configuration: PlayerConfiguration, loop: EventLoop,
    log: @escaping (String) -> Void
  ) throws(PlayerError) -> TerminalConductor {
    do throws(Errno) {
      let conductor = try TerminalConductor(
        device, isLocked: configuration.terminalSwitching == .lock, loop: loop, log: log)
      device.onSignal = { [weak conductor] signal in
        _ = loop.schedule(at: loop.now) { conductor?.handle(signal: signal) }
      }
      return conductor
    } catch {
      throw PlayerError(.failed, sentence(device.number, error))
    }
  }

  /// Claims a terminal.
  ///
  /// - Parameters:
  ///   - isYielding: whether it is left to another program that has it.
  ///   - earlier: the one to go back to at the end; nil for none.
  init(
    _ device: any TerminalDevice, isLocked: Bool, isYielding: Bool = false, earlier: Int? = nil,
    loop: EventLoop, log: @escaping (String) -> Void
  ) throws(Errno) {
    self.earlier = earlier
    terminal = try VirtualTerminal(device, isLocked: isLocked, isYielding: isYielding)
    self.loop = loop
    self.log = log
    terminal.log = log
    let signals = VirtualTerminal.signals
    try loop.onSignals([signals.release, signals.acquire]) { [weak self] in
      self?.handle(signal: $0)
    }
    terminal.perform = { [weak self] in self?.perform($0) }
  }

  /// Whoever has the terminal in front may have the display with it.
  private func bringToFront(_ device: KernelTerminal) throws(Errno) {
    guard try !device.bringToFront() else { return }
    log(
      "/dev/tty\(device.number) does not come to the front: the program on the present terminal "
        + "keeps it. Switch to it by chvt \(device.number).")
  }

  deinit { leave() }

  private static func sentence(_ number: Int, _ error: Errno) -> String {
    let what = "Playing without a terminal of its own: /dev/tty\(number)"
    return switch error {
    case .wouldBlock: "\(what) is another player's. Give this one its own: --vt N."
    case .notPermitted, .accessDenied:
      "\(what) may not be taken: \(error). Start the player on it, or as root."
    case .notFound: "\(what) does not exist."
    case .busy:
      "\(what) is another program's, which has its keys and is asked before it is switched away from. "
        + "End that, or give the player one: --vt N."
    default: "\(what) cannot be used: \(error)."
    }
  }

  /// Whether keys reach nobody but the player.
  var keepsKeys: Bool { terminal.isTaken }

  /// Whether it is the terminal in front; asked of the kernel, which tells by signals only of one
  /// that was taken.
  var isInFront: Bool {
    guard let front = try? terminal.device.foreground() else { return true }
    return front == terminal.device.number
  }

  /// A display is the player's now: takes the terminal as well.
  func take() {
    do throws(Errno) { try terminal.take() } catch {
      guard toldRefusal != error else { return }
      toldRefusal = error
      log(Self.sentence(terminal.device.number, error))
    }
  }

  /// Puts the terminal back; after the last flip.
  func leave() {
    guard !hasLeft else { return }
    hasLeft = true
    terminal.leave()
    goBack()
  }

  private func goBack() {
    // A switch that the user made since is not undone.
    if let earlier, isInFront { try? terminal.device.activate(earlier) }
  }

  /// Nil: whoever has a terminal opens devices itself.
  var broker: (any SeatBroker)? { nil }

  /// What does the rest once the player has ended.
  var guardian: Guardian? { terminal.device.guardian }

  /// Leaves the terminal to the guardian, which keeps the picture up.
  func handOver() {
    guard !hasLeft else { return }
    hasLeft = true
    if !terminal.handOver() { goBack() }
  }

  /// The kernel speaks of switching.
  func handle(signal: Int32) { terminal.handle(signal: signal) }

  /// The player itself can read no keyboard.
  ///
  /// On the terminal of a shell, which waits meanwhile, keys go there again, so that Ctrl-C ends the
  /// player. Nobody gets the rest.
  func noteNoKeys() {
    guard isShell, terminal.isTaken else { return }
    terminal.shareKeyboard()
    log("No keyboard can be read; Ctrl-C ends the player.")
  }

  /// Nothing is in flight any more.
  func displayStopped() { terminal.handle(.displayStopped) }

  /// Whether an input is part of a combination that switches terminals; the kernel's own are dead
  /// where keys reach nobody else.
  func takes(_ input: RawInput) -> Bool {
    guard let number = keys.take(input), terminal.isTaken else { return false }
    terminal.handle(.switchAsked(number))
    return true
  }

  private func perform(_ action: TerminalHandshake.Action) -> TerminalHandshake.Input? {
    switch action {
    case .stopDisplay: stage?.stopDisplay()
    case .resumeDisplay: stage?.resumeDisplay()
    case .suspendInput: stage?.suspendInput()
    case .resumeInput: stage?.resumeInput()
    case .dropMaster: return dropMaster()
    case .takeMaster: return takeMaster()
    case .retry(let pause):
      _ = loop.schedule(at: loop.now + pause) { [weak self] in self?.terminal.handle(.retryDue) }
    case .allowRelease, .refuseRelease, .acknowledge, .activate: break
    }
    return nil
  }

  /// Gives up all cards that are open, or none.
  private func dropMaster() -> TerminalHandshake.Input {
    var given: [any KMSDevice] = []
    for device in stage?.openCards ?? [] {
      do throws(Errno) {
        try device.dropMaster()
        given.append(device)
      } catch .noDevice, .badDescriptor {
        // A card that is gone is nobody's, though libdrm calls its file master still.
        continue
      } catch {
        guard device.isMaster else { continue }
        log("\(device.path) cannot be given up for another terminal: \(error).")
        // The pictures go on. A card that refuses is asked again by the display on it.
        for device in given { try? device.setMaster() }
        return .masterDropped(isStillMaster: true)
      }
    }
    return .masterDropped(isStillMaster: false)
  }

  /// Takes the cards that are to show something.
  ///
  /// One that refuses leaves the others alone: their pictures come back, and it is asked again by the
  /// display on it. Where all refuse there is nothing to show yet.
  private func takeMaster() -> TerminalHandshake.Input {
    var count = (taken: 0, refused: 0)
    for device in stage?.cardsInUse ?? [] {
      do throws(Errno) {
        if !device.isMaster { try device.setMaster() }
        count.taken += 1
      } catch .noDevice, .badDescriptor { continue } catch { count.refused += 1 }
    }
    return count.taken == 0 && count.refused > 0 ? .masterRefused : .masterTaken
  }
}
