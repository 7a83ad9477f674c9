import FlipbookTesting
import KMS
public import Linux

/// One check of what a kernel answers, the same on a simulated card and on a real one.
public struct ConformanceRow: Sendable {
  /// Its number in the list, from 1.
  public internal(set) var number: Int
  /// The situation and the call.
  public let title: String
  /// What holds, in general.
  public let fact: String
  let expected: @Sendable (any ConformanceCard) -> String
  let check: @Sendable (ConformanceBench) throws -> String

  /// What a card of this profile, with this kernel, is expected to answer.
  public func expectation(of card: any ConformanceCard) -> String { expected(card) }

  /// Opens the card anew, makes the calls, closes everything, and says what was answered: "0",
  /// the name of an error, or a few words.
  public func answer(of card: any ConformanceCard) -> String {
    do {
      let bench = try ConformanceBench(card)
      defer { bench.close() }
      return try check(bench)
    } catch let error as Errno {
      // Something on the way to the question was refused.
      return "before: \(error.symbol)"
    } catch {
      return "\(error)"
    }
  }
}

/// What a row could not go on without.
struct ConformanceTrouble: Error, CustomStringConvertible {
  let description: String
}

extension Errno {
  /// The C name, "EBUSY".
  public var symbol: String {
    let names: [Errno: String] = [
      .notPermitted: "EPERM", .notFound: "ENOENT", .interrupted: "EINTR",
      Errno(rawValue: 9): "EBADF",
      .wouldBlock: "EAGAIN", .noMemory: "ENOMEM", .accessDenied: "EACCES", .busy: "EBUSY",
      .noDevice: "ENODEV", .invalidArgument: "EINVAL", .noSpace: "ENOSPC", .outOfRange: "ERANGE",
      .notImplemented: "ENOSYS", .notSupported: "EOPNOTSUPP", .inputOutput: "EIO",
      Errno(rawValue: 25): "ENOTTY", Errno(rawValue: 14): "EFAULT", Errno(rawValue: 6): "ENXIO",
    ]
    return names[self] ?? "errno \(rawValue)"
  }
}
