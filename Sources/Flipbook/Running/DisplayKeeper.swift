import KMS
import Linux

/// Leaves the display as a configuration asks when a run ends: by itself, by a signal, or by SIGKILL.
///
/// Where the last picture or black is to stay, a guardian has the pictures as well, and outlives the
/// program. Made before threads start and before the display is opened.
final class DisplayKeeper {
  private let configuration: PlayerConfiguration
  private let terminal: (any SessionConductor)?
  private let log: (String) -> Void
  /// What keeps the pictures; nil where none are to be kept, or none is to be had.
  private let guardian: Guardian?

  /// - Parameter isSimulated: whether there is no display that anything could be left on.
  init(
    _ configuration: PlayerConfiguration, terminal: (any SessionConductor)?, isSimulated: Bool,
    log: @escaping (String) -> Void
  ) {
    self.configuration = configuration
    self.terminal = terminal
    self.log = log
    guard configuration.atEnd != .restore, !isSimulated else {
      guardian = nil
      return
    }
    if let broker = terminal?.broker {
      guardian = nil
      log("\(Self.failure): the broker of the seat \(broker.name) puts the console back then.")
      return
    }
    if let guardian = terminal?.guardian {
      self.guardian = guardian
      return
    }
    do throws(Errno) { guardian = try Guardian() } catch {
      guardian = nil
      log("\(Self.failure): no process can be started that keeps it: \(error).")
    }
  }

  private static let failure = "The picture cannot be left up when the player ends"

  /// A card is about to be driven: before its first buffer is made, and after it was opened anew.
  func adopt(_ device: any KMSDevice) {
    guard let card = Self.card(of: device), !card.keepsPictures else { return }
    keep(card)
  }

  private func keep(_ card: LibDRMDevice) {
    guard let guardian else { return }
    do throws(Errno) {
      try card.keepPictures { (file) throws(Errno) in
        try guardian.keep(file, leaving: configuration.atEnd == .black ? .black : .last)
      }
    } catch {
      log("\(Self.failure): \(card.path) cannot be opened a second time: \(error).")
    }
  }

  /// A card is gone, or was given up: only what these have is to be kept.
  func forgetAll(but devices: [any KMSDevice]) {
    // The guardian forgets all cards at once.
    guardian?.forgetCards()
    var kept: [LibDRMDevice] = []
    for case let card? in devices.map(Self.card) where card.keepsPictures {
      // Once, whoever shares it.
      guard !kept.contains(where: { $0 === card }) else { continue }
      kept.append(card)
      keep(card)
    }
  }

  private static func card(of device: any KMSDevice) -> LibDRMDevice? {
    ((device as? SharedCardDevice)?.card.device ?? device) as? LibDRMDevice
  }

  /// Leaves the displays and the terminal, after the last flip; an error on the way out is told, the
  /// rest is done.
  func leave(_ screens: [Screen]) {
    // What another has in front is not ours to change; a last picture of ours may still be up.
    let others = configuration.atEnd == .hold ? [] : screens.filter(\.isPaused)
    let screens = screens.filter { screen in !others.contains { $0 === screen } }
    defer { for screen in others { screen.giveWay() } }
    let lit = screens.filter(\.isLit)
    guard configuration.atEnd != .restore, !lit.isEmpty else {
      return restore(screens)
    }
    var isLeft = true
    for screen in lit {
      if configuration.atEnd == .black {
        do { try screen.black() } catch { log("\(error)") }
      }
      if !screen.leavePicture() { isLeft = false }
    }
    for screen in screens where !lit.contains(where: { $0 === screen }) { screen.restore() }
    guard isLeft else {
      // A dark display with a console that nobody sees would be worse.
      return leaveTerminal()
    }
    // Fails only where the guardian was killed.
    try? guardian?.leaveWhatIsUp()
    terminal?.handOver()
    guardian?.handOver()
  }

  /// Puts back what was there before; where that is gone, the terminal's text takes the display from
  /// the last picture, with no darkness in between.
  private func restore(_ screens: [Screen]) {
    let bereft = screens.filter { !$0.putBack() }
    leaveTerminal()
    for screen in screens {
      if terminal != nil, bereft.contains(where: { $0 === screen }) {
        screen.giveWay()
      } else {
        screen.restore()
      }
    }
  }

  private func leaveTerminal() {
    terminal?.leave()
    guardian?.dismiss()
  }
}
