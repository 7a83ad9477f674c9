import CLinux
import Glibc

/// Signals taken as data: blocked, and read from a signalfd.
final class SignalReader {
  private let descriptor: FileDescriptor
  private var previous = sigset_t()

  /// Blocks the signals in the calling thread and opens a signalfd for them.
  ///
  /// The corresponding C functions are `pthread_sigmask` and `signalfd`.
  init(_ signals: [CInt]) throws(Errno) {
    var set = signalSet(signals)
    let descriptor = FileDescriptor(
      adopting: try valueOrErrno {
        signalfd(-1, &set, CInt(SFD_CLOEXEC | SFD_NONBLOCK))
      })
    let error = pthread_sigmask(SIG_BLOCK, &set, &previous)
    if error != 0 { throw Errno(rawValue: error) }
    self.descriptor = descriptor
  }

  var rawDescriptor: CInt { descriptor.rawValue }

  /// Lets the calling thread take signals as it did before; those that have arrived are forgotten.
  func release() {
    while next() != nil {}
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  /// The next signal that has arrived; nil if there is none.
  func next() -> CInt? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    let count = withUnsafeMutableBytes(of: &information) { try? descriptor.read(into: $0) }
    return count == size ? CInt(information.ssi_signo) : nil
  }
}

/// Whether the program was started with a signal ignored, as `nohup` does with SIGHUP.
///
/// The corresponding C function is `sigaction`.
public func isIgnored(_ signal: CInt) -> Bool {
  var action = sigaction()
  guard sigaction(signal, nil, &action) == 0 else { return false }
  return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// The kernel's form of a list of signals.
func signalSet(_ signals: [CInt]) -> sigset_t {
  var set = sigset_t()
  sigemptyset(&set)
  for signal in signals { sigaddset(&set, signal) }
  return set
}
