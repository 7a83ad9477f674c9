/// The version of a Linux kernel, as far as its display calls depend on it.
public struct KernelVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// 6 of 6.12.
  public var major: Int
  /// 12 of 6.12.
  public var minor: Int

  /// Makes a version.
  public init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads what `uname -r` prints, "6.12.107+deb13-amd64"; nil for what does not begin so.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", maxSplits: 2)
    guard parts.count >= 2, let major = Int(parts[0]),
      let minor = Int(parts[1].prefix { $0.isASCII && $0.isNumber })
    else { return nil }
    self.init(major, minor)
  }

  /// The earlier one first.
  public static func < (a: KernelVersion, b: KernelVersion) -> Bool {
    (a.major, a.minor) < (b.major, b.minor)
  }

  /// "6.12".
  public var description: String { "\(major).\(minor)" }
}
