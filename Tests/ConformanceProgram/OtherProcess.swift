import CDRM
import Glibc
import Linux

/// Calls by another user, or by another process.
enum OtherProcess {
  /// Some user who is not root.
  private static let nobody: uid_t = 65_534
  /// Where the child finds the card.
  private static let inherited: CInt = 9

  /// Makes a call that answers 0, as root or as somebody else.
  static func acting(asRoot: Bool, _ call: () -> CInt) throws(Errno) {
    if !asRoot { seteuid(nobody) }
    let answer = call()
    let error = Errno.current
    if !asRoot { seteuid(0) }
    guard answer == 0 else { throw error }
  }

  /// SET_MASTER by a child that has the descriptor from its parent.
  static func setMaster(_ descriptor: CInt, asRoot: Bool) throws(Errno) {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_adddup2(&files, descriptor, inherited)
    let words = ["/proc/self/exe", "set-master", asRoot ? "root" : "nobody"]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let answer = posix_spawn(&process, words[0], &files, nil, arguments, nil)
    guard answer == 0 else { throw Errno(rawValue: answer) }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 {}
    // The child's exit status is the error.
    let error = status >> 8 & 0xff
    guard error == 0 else { throw Errno(rawValue: error) }
  }

  /// What such a child does.
  static func childMain(asRoot: Bool) -> CInt {
    do {
      try acting(asRoot: asRoot) { drmSetMaster(inherited) }
      return 0
    } catch {
      return error.rawValue
    }
  }
}
