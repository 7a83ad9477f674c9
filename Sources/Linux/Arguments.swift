import CLinux
import Glibc

/// What the program was started with.
public enum Arguments {
  /// The words after the program's name.
  public static var words: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// The value of an environment variable; nil if it is not set.
  ///
  /// The corresponding C function is `getenv`; no thread may change the environment meanwhile.
  public static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
