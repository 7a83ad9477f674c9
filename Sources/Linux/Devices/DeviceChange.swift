/// What became of a display card, as the kernel or udev tells it.
///
/// Hints, not facts: they come in bursts, twice and in any order. Wait a moment after the first, then
/// look at the cards and compare.
public enum DeviceChange: Sendable, Hashable {
  /// A card is there: `/dev/dri/card1`.
  case added(node: String)
  /// A card is gone; its node no longer works.
  case removed(node: String)
  /// Something on a card is different: of a connector, and of a property of that, where it is told.
  case changed(node: String, connector: UInt32?, property: UInt32?)
  /// More came than could be kept: anything may have happened.
  case missed
}

extension DeviceChange {
  /// Makes sense of an event's properties; nil for one that is about no card.
  ///
  /// - Parameter properties: `ACTION`, `SUBSYSTEM`, `DEVPATH`, `DEVNAME` and others, by name.
  public init?(properties: [String: String]) {
    guard properties["SUBSYSTEM"] == "drm", let action = properties["ACTION"],
      let path = properties["DEVPATH"]
    else { return nil }
    let parts = path.split(separator: "/")
    guard let last = parts.last else { return nil }
    if Self.isCard(last) {
      let node =
        properties["DEVNAME"].map { $0.hasPrefix("/") ? $0 : "/dev/\($0)" }
        ?? "/dev/dri/\(last)"
      switch action {
      // A driver may be bound anew without the card's going.
      case "add", "bind": self = .added(node: node)
      case "remove", "unbind": self = .removed(node: node)
      case "change":
        self = .changed(
          node: node, connector: properties["CONNECTOR"].flatMap { UInt32($0) },
          property: properties["PROPERTY"].flatMap { UInt32($0) })
      default: return nil
      }
      return
    }
    // A connector's own event: cards can grow and lose them, by a dock.
    guard parts.count > 1, Self.isCard(parts[parts.count - 2]),
      ["add", "remove", "change"].contains(action)
    else { return nil }
    self = .changed(node: "/dev/dri/\(parts[parts.count - 2])", connector: nil, property: nil)
  }

  /// Whether a name is "card" and a number: not "card0-HDMI-A-1", not "renderD128".
  private static func isCard(_ name: Substring) -> Bool {
    let number = name.dropFirst(4)
    return name.hasPrefix("card") && !number.isEmpty
      && number.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension DeviceChange {
  /// Reads one message of the kernel's: "change@/devices/…", then NAME=VALUE, each ended by a zero.
  ///
  /// - Returns: nil for one that is about no card, or is none of the kernel's.
  public init?(kernelMessage bytes: some Collection<UInt8>) {
    let lines = bytes.split(separator: 0)
    // udev's own messages begin with "libudev" and have no such heading.
    guard let heading = lines.first, heading.contains(UInt8(ascii: "@")) else { return nil }
    var properties: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: line[..<equals], as: UTF8.self)
      properties[name] = String(decoding: line[line.index(after: equals)...], as: UTF8.self)
    }
    self.init(properties: properties)
  }
}
