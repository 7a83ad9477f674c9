import CLinux
import Glibc

/// Whether a descriptor is a terminal.
///
/// The corresponding C function is `isatty`.
public func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

/// Where data goes.
public enum StandardOutput {
  /// Writes all of the text, unbuffered.
  ///
  /// A reader that went away makes it throw EPIPE, never a signal.
  /// The corresponding C function is `write`.
  public static func write(_ text: String) throws(Errno) {
    try writeStandard(text, to: STDOUT_FILENO)
  }
}

/// Where the log goes.
public enum StandardError {
  /// Writes all of the text, unbuffered; where that fails there is nobody left to tell.
  ///
  /// The corresponding C function is `write`.
  public static func write(_ text: String) { try? writeStandard(text, to: STDERR_FILENO) }
}

/// Once, before the first byte: `head` and its like close the pipe when they have enough.
private let brokenPipesAreErrors: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

func writeStandard(_ text: String, to descriptor: CInt) throws(Errno) {
  _ = brokenPipesAreErrors
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    do throws(Errno) {
      let count = try valueOrErrno {
        bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      }
      bytes = bytes.dropFirst(count)
    } catch {
      guard error == .wouldBlock else { throw error }
      // A parent may have left its end of the terminal or pipe non-blocking.
      var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = try valueOrErrno { poll(&wanted, 1, -1) }
    }
  }
}
