import Controls
import KMS
import Linux

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
  var isShell = false
  private var hasLeft = false
  private var toldRefusal: Errno?
  private var nextTake: TimerToken?

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

  deinit { leave() }

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
      // A splash screen gives up the display first, and its terminal a moment later.
      if error == .busy { takeLater() }
      guard toldRefusal != error else { return }
      toldRefusal = error
      log(Self.sentence(terminal.device.number, error))
    }
  }

  private func takeLater() {
    guard nextTake == nil else { return }
    nextTake = loop.schedule(at: loop.now + 500_000_000) { [weak self] in
      guard let self, !hasLeft else { return }
      nextTake = nil
      // One in the back is nobody's to take.
      if isInFront { take() } else { takeLater() }
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
