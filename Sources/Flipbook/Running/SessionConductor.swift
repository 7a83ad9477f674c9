import Controls
import KMS
import Linux

/// What a run has of the console that it plays on: a terminal of its own, or a seat.
protocol SessionConductor: AnyObject {
  /// What follows from switching is asked of it.
  var stage: (any TerminalStage)? { get set }
  /// Who opens devices; nil for the player itself.
  var broker: (any SeatBroker)? { get }
  /// What does the rest once the player has ended; nil where another has that as its task.
  var guardian: Guardian? { get }
  /// Whether keys reach nobody but the player.
  var keepsKeys: Bool { get }

  /// Whether displays may be used: no other terminal or session is in front.
  var isInFront: Bool { get }

  /// A display is the player's now.
  func take()
  /// The player itself can read no keyboard.
  func noteNoKeys()
  /// Nothing is in flight any more.
  func displayStopped()
  /// Whether an input is part of a combination that switches terminals.
  func takes(_ input: RawInput) -> Bool
  /// Puts the console back; after the last flip.
  func leave()
  /// Leaves the console to the guardian, which keeps the picture up.
  func handOver()
}

enum SessionChoice {
  /// The seat or the terminal that a configuration asks for; nil where there is none to be had,
  /// which the log is told of where somebody should know.
  static func make(
    _ configuration: PlayerConfiguration, loop: EventLoop, log: @escaping (String) -> Void
  ) -> (any SessionConductor)? {
    let choice = SeatChoice.choose(
      configuration.seat, SeatChoice.Facts.gather(), wantsInput: configuration.input != .none)
    if case .seat(let reason) = choice {
      do throws(Errno) {
        let conductor = try SeatConductor(configuration, loop: loop, log: log)
        log(reason)
        return conductor
      } catch {
        log(
          "\(reason) But no seat is given: \(SeatConductor.reason(error)). Opening them directly.")
      }
    }
    return TerminalConductor.make(configuration, loop: loop, log: log)
  }
}
