public import Linux

/// Why a display cannot be used, as a sentence for the one who has to mend it.
public struct DisplayError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of thing went wrong.
  public enum Code: Sendable, Hashable {
    /// There is no display device here, or none that can set modes.
    case noCard
    /// Nothing is plugged in.
    case noOutput
    /// No output of that name.
    case unknownOutput
    /// The output has no such mode, or no usable one.
    case unknownMode
    /// A mode was asked for in words that are none.
    case badModeRequest
    /// The display does not scan out that pixel format.
    case formatUnsupported
    /// Memory for a screen could not be had, or is not as asked.
    case bufferFailed
    /// Another program sets the modes.
    case busy
    /// The right is missing: to the device node, or to set modes at the moment.
    case denied
    /// The device is gone.
    case lost
    /// The kernel refuses what it should do.
    case refused
    /// Flips are taken, but never completed.
    case stuck
  }

  /// The kind.
  public let code: Code
  /// Names the thing, what happened and what to try.
  public let message: String
  /// What the kernel answered, where it was asked.
  public let errno: Errno?

  /// Makes an error from a sentence.
  public init(_ code: Code, _ message: String, errno: Errno? = nil) {
    self.code = code
    self.message = message
    self.errno = errno
  }

  /// Whether the same may succeed later: another program holds the display, or memory is short.
  public var isTemporary: Bool {
    switch code {
    case .busy, .denied: true
    case .refused:
      errno == .busy || errno == .noMemory || errno == .interrupted || errno == .wouldBlock
    default: false
    }
  }

  /// The message.
  public var description: String { message }
}
