import CLinux
import Glibc

/// A process of this machine, by what `/proc` says of it.
public struct RunningProcess: Sendable, Hashable {
  /// Its number.
  public let id: Int32
  /// What it is called, at most 15 bytes: `/proc/PID/comm`.
  public let name: String

  /// Wraps a number and a name.
  public init(id: Int32, name: String) {
    self.id = id
    self.name = name
  }

  /// All that are there, by number.
  ///
  /// - Parameter folder: where the kernel tells of them.
  public static func all(in folder: String = "/proc") -> [RunningProcess] {
    let names = (try? Directory.list(folder)) ?? []
    return names.compactMap { Int32($0) }.sorted().compactMap { id in
      // It may have ended since.
      guard let bytes = try? File.read("\(folder)/\(id)/comm", limit: 64) else { return nil }
      let name = bytes.prefix { $0 != UInt8(ascii: "\n") }
      return RunningProcess(id: id, name: String(decoding: name, as: UTF8.self))
    }
  }

  /// Asks it to end, and waits until it has, two seconds at most.
  ///
  /// The corresponding C function is `kill` with SIGTERM.
  /// - Returns: whether it has ended.
  /// - Throws: `notPermitted` where it is another user's.
  public func end() throws(Errno) -> Bool {
    guard kill(id, SIGTERM) == 0 else {
      let error = Errno.current
      if error.rawValue == ESRCH { return true }
      throw error
    }
    for _ in 0..<200 {
      if kill(id, 0) != 0 { return true }
      _ = poll(nil, 0, 10)
    }
    return false
  }
}

extension RunningProcess: CustomStringConvertible {
  /// "Xorg (process 812)".
  public var description: String { "\(name) (process \(id))" }
}

/// Who has a file or a device open.
public struct FileUsers: Sendable, Hashable {
  /// The processes that have it open, by number.
  public var processes: [RunningProcess]
  /// Whether all processes could be looked at; without root's rights those of other users cannot.
  public var isComplete: Bool

  /// Looks at every process's open files.
  ///
  /// The corresponding C function is `stat`.
  /// - Parameters:
  ///   - path: of a file or a device; the number of a device counts, not the name of its node.
  ///   - folder: where the kernel tells of processes.
  public static func look(for path: String, in folder: String = "/proc") -> FileUsers {
    var users = FileUsers(processes: [], isComplete: true)
    guard let wanted = identity(path) else { return users }
    for process in RunningProcess.all(in: folder) {
      let place = "\(folder)/\(process.id)/fd"
      do {
        let open = try Directory.list(place)
        if open.contains(where: { identity("\(place)/\($0)") == wanted }) {
          users.processes.append(process)
        }
      } catch {
        // One that has ended has nothing open.
        if error == .accessDenied || error == .notPermitted { users.isComplete = false }
      }
    }
    return users
  }

  /// What makes two paths lead to one thing.
  private struct Identity: Equatable {
    let kind: UInt32
    let volume: UInt64
    let number: UInt64
  }

  private static func identity(_ path: String) -> Identity? {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    let kind = found.st_mode & S_IFMT
    // A device has as many nodes as somebody makes.
    return kind == S_IFCHR || kind == S_IFBLK
      ? Identity(kind: kind, volume: 0, number: UInt64(found.st_rdev))
      : Identity(kind: kind, volume: UInt64(found.st_dev), number: UInt64(found.st_ino))
  }
}
