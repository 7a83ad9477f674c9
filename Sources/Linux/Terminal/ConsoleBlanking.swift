/// The kernel's own blanking of its console, which looks like a fault of the player.
public enum ConsoleBlanking {
  /// What a user should know of it, a sentence; nil where it is off, or where there is no console.
  ///
  /// - Parameter root: what comes before `/sys`.
  public static func warning(under root: String = "") -> String? {
    let path = "\(root)/sys/module/kernel/parameters/consoleblank"
    guard let bytes = try? File.read(path, limit: 64), let seconds = seconds(bytes), seconds > 0
    else { return nil }
    return
      "The kernel blanks its console \(seconds) s after the last key (consoleblank=\(seconds)): a "
      + "display goes dark then unless a program drives it. Boot with consoleblank=0, or run: "
      + "setterm --blank 0 >/dev/tty1."
  }

  private static func seconds(_ bytes: [UInt8]) -> Int? {
    Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
