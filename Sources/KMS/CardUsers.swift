import Glibc
public import Linux

/// Who has a card open besides this program, and who of them drives it.
public struct CardUsers: Sendable, Hashable {
  /// A process that has the card open.
  public struct User: Sendable, Hashable {
    /// Which.
    public var process: RunningProcess
    /// Whether it may set modes; nil where only root is told.
    public var isMaster: Bool?
  }

  /// Who has it open, by number.
  public var users: [User]
  /// Whether that is all: without root's rights other users' processes cannot be looked at.
  public var isComplete: Bool

  /// Looks at every process, and at what the kernel tells root.
  ///
  /// Who was given an open file, as by a seat daemon, has the card open, and the giver is its master.
  /// - Parameters:
  ///   - path: of the card's node.
  ///   - processes: where the kernel tells of processes.
  ///   - debug: where it tells root of cards.
  public static func look(
    at path: String, processes: String = "/proc", debug: String = "/sys/kernel/debug/dri"
  ) -> CardUsers {
    let found = FileUsers.look(for: path, in: processes)
    let name = path.split(separator: "/").last ?? ""
    let number = File.deviceMinor(of: path) ?? CardScan.number(ofNode: name)
    let text = number.flatMap { try? File.read("\(debug)/\($0)/clients", limit: 1 << 20) }
    let masters = text.map { parseMasters($0) }
    let own = getpid()
    return CardUsers(
      users: found.processes.filter { $0.id != own }.map { process in
        User(process: process, isMaster: masters.map { $0.contains(process.id) })
      }, isComplete: found.isComplete)
  }

  /// The processes that are masters, in what the kernel lists: a line each, with the program's name
  /// in twenty columns, and then number, device, master or not.
  static func parseMasters(_ text: [UInt8]) -> Set<Int32> {
    var masters: Set<Int32> = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      // A name may have blanks, and anything else.
      let words = line.dropFirst(20).split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard words.count > 2, words[2] == "y", let process = Int32(words[0]) else { continue }
      masters.insert(process)
    }
    return masters
  }

  /// The one that drives the card, where that is known.
  public var master: RunningProcess? { users.first { $0.isMaster == true }?.process }

  /// Who drives it, for the middle of a sentence after "is driven by".
  var driver: String {
    if let master { return "\(master)" }
    let names = users.map { "\($0.process)" }
    switch (names.count, isComplete) {
    case (0, true): return "another program"
    case (0, false): return "another program, of which only root is told more"
    // Nobody but they can.
    case (1, true): return names[0]
    default:
      let list = names.joined(separator: ", ")
      return "another program: it is open in \(list)"
        + (isComplete ? "" : ", and maybe others of which only root is told")
        + (users.contains { $0.isMaster == nil } ? "; who of them drives it only root is told" : "")
    }
  }

  /// A sentence on who has it open; nil where nobody has.
  public var sentence: String? {
    guard !users.isEmpty || !isComplete else { return nil }
    let names = users.map { user in
      switch user.isMaster {
      case true?: "\(user.process), which drives it"
      case false?: "\(user.process), which does not drive it"
      case nil: "\(user.process)"
      }
    }
    let isUnknown = users.contains { $0.isMaster == nil }
    let list = names.isEmpty ? "nobody that can be seen" : names.joined(separator: "; ")
    return "It is open in \(list)."
      + (isUnknown ? " Who of them drives it cannot be told without root's rights." : "")
      + (isComplete ? "" : " Processes of other users cannot be looked at without them.")
  }
}
