import CLinux
import Glibc

/// The machine that the program runs on.
public enum Machine {
  /// How many processors this process may use, at least 1.
  ///
  /// The corresponding C function is `sched_getaffinity`.
  public static func processorCount() -> Int { max(1, Int(clinux_processor_count())) }

  /// Main memory in bytes, all of it and what programs can still get without swapping.
  ///
  /// - Throws: the errno of reading `/proc/meminfo`; EINVAL if it says nothing of memory.
  public static func memory() throws(Errno) -> SystemMemory {
    let text = String(decoding: try File.read("/proc/meminfo", limit: 1 << 20), as: UTF8.self)
    guard let memory = SystemMemory(meminfo: text) else { throw .invalidArgument }
    return memory
  }
}

/// Main memory, in bytes.
public struct SystemMemory: Sendable, Hashable {
  /// What the kernel manages.
  public let total: Int
  /// What programs can still get without swapping, by the kernel's estimate.
  public let available: Int

  init?(meminfo text: String) {
    func bytes(_ key: String) -> Int? {
      for line in text.split(separator: "\n") where line.hasPrefix(key + ":") {
        let words = line.split(separator: " ")
        return words.count > 1 ? Int(words[1]).map { $0 * 1024 } : nil
      }
      return nil
    }
    guard let total = bytes("MemTotal"), let available = bytes("MemAvailable") else { return nil }
    self.total = total
    self.available = available
  }
}
