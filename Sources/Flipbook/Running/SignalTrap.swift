import Glibc
import Linux

/// The signals that end a program: blocked from the start, answered once a performance stands.
final class SignalTrap {
  private static let ending: [CInt] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// What the loop does with a signal.
  var handler: (CInt) -> Void = { _ in }
  private let loop: EventLoop

  /// Blocks them in the calling thread: made before the first thread starts, so that no worker is
  /// the one to take a signal.
  init(_ loop: EventLoop) throws(PlayerError) {
    self.loop = loop
    do {
      // A signalfd would get even what `nohup` has the program ignore.
      try loop.onSignals(Self.ending.filter { $0 != SIGHUP || !isIgnored($0) }) { [weak self] in
        self?.handler($0)
      }
    } catch {
      throw PlayerError(.failed, "Cannot listen for signals: \(error).")
    }
  }

  /// A performance that could not be made, or was never run, leaves them as they were.
  deinit { loop.releaseSignals() }
}
