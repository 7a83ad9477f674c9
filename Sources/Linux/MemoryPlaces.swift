/// Where the kernel tells that memory is short: files of its own, by path.
public struct MemoryPlaces: Sendable, Hashable {
  /// Files of stall times, to which a trigger is written; the first that allows it is watched.
  public var stalls: [String]
  /// The file of a control group that counts how often its limits were met; nil if there is none.
  public var events: String?

  /// Names the places.
  public init(stalls: [String], events: String?) {
    self.stalls = stalls
    self.events = events
  }

  /// Those of this process.
  ///
  /// A control group with a limit of its own comes before the whole machine. The corresponding files are
  /// `/proc/self/cgroup`, `/proc/pressure/memory`, and `memory.pressure` and `memory.events` of the
  /// group.
  public static var system: MemoryPlaces {
    let machine = "/proc/pressure/memory"
    guard let text = Self.text("/proc/self/cgroup"), let group = folder(cgroups: text) else {
      return MemoryPlaces(stalls: [machine], events: nil)
    }
    let own = group + "/memory.pressure"
    let isLimited = ["/memory.high", "/memory.max"].contains { name in
      Self.text(group + name).map { $0 != "max\n" } ?? false
    }
    return MemoryPlaces(
      stalls: isLimited ? [own, machine] : [machine, own], events: group + "/memory.events")
  }

  /// The folder of the group of version 2 that `/proc/self/cgroup` names; nil without one.
  static func folder(cgroups text: String) -> String? {
    for line in text.split(separator: "\n") where line.hasPrefix("0::/") {
      let path = line.dropFirst("0::/".count)
      // Beside groups of version 1 those of version 2 have a place of their own.
      let isAlone = !text.split(separator: "\n").contains { !$0.hasPrefix("0::/") }
      let root = isAlone ? "/sys/fs/cgroup" : "/sys/fs/cgroup/unified"
      return path.isEmpty ? root : "\(root)/\(path)"
    }
    return nil
  }

  private static func text(_ path: String) -> String? {
    // What cannot be read says nothing: there are other places.
    (try? File.read(path, limit: 1 << 16)).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// How often a control group met its limits.
struct MemoryEvents: Hashable {
  /// Times that it was made to wait because it uses more than `memory.high`.
  var high = 0
  /// Times that it was about to use more than `memory.max`.
  var max = 0

  /// Reads `memory.events`.
  init(parsing text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let count = Int(words[1]) else { continue }
      if words[0] == "high" { high = count }
      if words[0] == "max" { max = count }
    }
  }

  /// Whether limits were met again since `earlier`.
  func isWorse(than earlier: MemoryEvents) -> Bool { high > earlier.high || max > earlier.max }
}
