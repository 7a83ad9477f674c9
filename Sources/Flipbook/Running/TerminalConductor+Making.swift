import FlipbookTesting
import KMS
import Linux

/// Which terminal a run has, if any.
extension TerminalConductor {
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
        if !isInFront { try bringToFront(device, log) }
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

  /// Whoever has the terminal in front may have the display with it.
  private static func bringToFront(
    _ device: KernelTerminal, _ log: (String) -> Void
  ) throws(Errno) {
    guard try !device.bringToFront() else { return }
    log(
      "/dev/tty\(device.number) does not come to the front: the program on the present terminal "
        + "keeps it. Switch to it by chvt \(device.number).")
  }

  /// Why there is no terminal, and what to do.
  static func sentence(_ number: Int, _ error: Errno) -> String {
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
}
