import Controls
import KMS
import Linux

/// What the switching of terminals needs of a run.
protocol TerminalStage: AnyObject {
  /// Submits nothing any more; tells the conductor once no flip is in flight.
  func stopDisplay()
  /// Sets the mode, shows the picture of the present time and goes on.
  func resumeDisplay()
  /// Lets go of the input devices.
  func suspendInput()
  /// Opens them again.
  func resumeInput()
  /// Neither display nor input can be used any more, and why: a sentence.
  func loseSeat(_ reason: String)
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
  private var devices: [any KMSDevice] = []
  private var keys = TerminalKeys()
  /// The terminal to go back to at the end; nil for the one that it is.
  private var earlier: Int?
  /// Whether it is the terminal whose keys send signals to the player, as one started by a shell.
  private var isShell = false
  private var hasLeft = false

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
        let conductor = try TerminalConductor(
          device, isLocked: configuration.terminalSwitching == .lock, loop: loop, log: log)
        conductor.isShell = facts.controlling == .virtual(number)
        if let foreground = facts.foreground, foreground != number {
          conductor.earlier = foreground
          try conductor.bringToFront(device)
        }
        return conductor
      } catch {
        log(sentence(number, error))
        return nil
      }
    }
  }

  /// Claims a terminal.
  init(
    _ device: any TerminalDevice, isLocked: Bool, loop: EventLoop,
    log: @escaping (String) -> Void
  ) throws(Errno) {
    terminal = try VirtualTerminal(device, isLocked: isLocked)
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

  /// The displays are the player's now, all of these: takes the terminal as well.
  func take(with devices: [any KMSDevice]) {
    self.devices = devices
    do throws(Errno) { try terminal.take() } catch {
      log(Self.sentence(terminal.device.number, error))
    }
  }

  /// Puts the terminal back; after the last flip.
  func leave() {
    guard !hasLeft else { return }
    hasLeft = true
    let isInFront = terminal.state == .here || terminal.state == .returning
    terminal.leave()
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
    terminal.handOver()
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
    guard terminal.isTaken, let number = keys.take(input) else { return false }
    terminal.handle(.switchAsked(number))
    return true
  }

  private func perform(_ action: TerminalHandshake.Action) -> TerminalHandshake.Input? {
    switch action {
    case .stopDisplay: stage?.stopDisplay()
    case .resumeDisplay: stage?.resumeDisplay()
    case .suspendInput: stage?.suspendInput()
    case .resumeInput: stage?.resumeInput()
    case .dropMaster:
      for device in devices {
        do throws(Errno) { try device.dropMaster() } catch {
          guard !device.isMaster else {
            log("\(device.path) cannot be given up for another terminal: \(error).")
            return .masterDropped(isStillMaster: true)
          }
        }
      }
      return .masterDropped(isStillMaster: false)
    case .takeMaster:
      for device in devices where !device.isMaster {
        do throws(Errno) { try device.setMaster() } catch {
          // A card that is gone is nobody's.
          guard error == .noDevice else { return .masterRefused }
        }
      }
      return .masterTaken
    case .retry(let pause):
      _ = loop.schedule(at: loop.now + pause) { [weak self] in self?.terminal.handle(.retryDue) }
    case .allowRelease, .refuseRelease, .acknowledge, .activate: break
    }
    return nil
  }
}
