import CLinux
import Glibc

/// Whether a descriptor is a terminal.
///
/// The corresponding C function is `isatty`.
public func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

/// The three descriptors that every program expects to be open.
public enum StandardStreams {
  /// Takes the place of those that the parent closed, so that no other file gets their numbers and
  /// with them what is meant for a reader or a log.
  ///
  /// Using a stream that was closed still fails. Call it before anything else is opened.
  /// The corresponding C functions are `fcntl` and `open`.
  public static func occupyClosed() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is this one. The wrong way round: reading and writing are errors.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

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

/// Pipes whose readers go away, as `head` and its like do when they have enough.
public enum BrokenPipes {
  private static let areErrors: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  /// From now on writing to such a pipe answers EPIPE, and no signal ends the program.
  ///
  /// The corresponding C function is `signal`.
  public static func becomeErrors() { _ = areErrors }
}

func writeStandard(_ text: String, to descriptor: CInt) throws(Errno) {
  BrokenPipes.becomeErrors()
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
