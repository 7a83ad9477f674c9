import CLinux
import Glibc

extension TerminalChoice.Facts {
  /// What this machine says now.
  ///
  /// The corresponding C functions are `fstat` and `geteuid`; the rest is from /proc and /sys.
  public static func gather() -> TerminalChoice.Facts {
    var facts = TerminalChoice.Facts()
    var information = stat()
    if isatty(STDIN_FILENO) == 1, fstat(STDIN_FILENO, &information) == 0 {
      facts.input = terminal(UInt64(information.st_rdev))
    }
    // A line of 1024 bytes and fewer.
    let line = (try? File.read("/proc/self/stat", limit: 65_536)) ?? []
    facts.controlling = controllingDevice(line).flatMap { terminal($0) }
    facts.isRemote = ["SSH_CONNECTION", "SSH_TTY"].contains {
      Arguments.environment($0) != nil
    }
    facts.isPrivileged = geteuid() == 0
    facts.foreground = (try? KernelTerminal.foregroundNumber()).flatMap(\.self)
    if let number = facts.foreground, let terminal = try? KernelTerminal(number: number),
      let switching = try? terminal.switching()
    {
      facts.isForegroundTaken = switching.isAnothers
    }
    return facts
  }

  /// The device number of the controlling terminal in a line of `/proc/PID/stat`; nil for none.
  static func controllingDevice(_ line: [UInt8]) -> UInt64? {
    // The name of the program is in brackets, and may have brackets and blanks itself.
    guard let bracket = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let words = line[(bracket + 1)...].split(separator: UInt8(ascii: " "))
    guard words.count > 4, let number = Int(String(decoding: words[4], as: UTF8.self)) else {
      return nil
    }
    return number == 0 ? nil : UInt64(UInt32(truncatingIfNeeded: number))
  }

  /// What a terminal is, by its device number.
  static func terminal(_ device: UInt64) -> Terminal? {
    let (major, minor) = (clinux_device_major(device), clinux_device_minor(device))
    switch (major, minor) {
    case (0, 0): return nil
    case (4, 1..<64): return .virtual(Int(minor))
    case (136..<144, _): return .pseudo
    default: return .other
    }
  }
}
