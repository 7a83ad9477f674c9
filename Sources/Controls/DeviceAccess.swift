import CInput
import Glibc
import Linux

/// Opens device nodes for libinput, and keeps what went wrong and what it logs.
final class DeviceAccess {
  /// Devices that this user may not open, a sentence each.
  private(set) var permissionProblems: [String] = []
  /// Why the last node could not be opened; nil if it could.
  private(set) var lastError: Errno?
  /// The last lines of the library's log.
  private(set) var log: [String] = []

  private let grabs: Bool
  private static let longestLog = 100

  /// - Parameter grabs: whether devices are to be this program's alone.
  init(grabs: Bool = false) { self.grabs = grabs }

  /// The descriptor, or a negative errno, as libinput wants it.
  func open(_ path: String, flags: CInt) -> CInt {
    let descriptor = Glibc.open(path, flags | O_CLOEXEC)
    if descriptor >= 0 {
      lastError = nil
      // Refused where another program has it for itself: then nobody else gets its keys either.
      if grabs, ioctl(descriptor, UInt(cinput_grab), 1) != 0 {
        note("\(path) cannot be had for the player alone: \(Errno.current).")
      }
      return descriptor
    }
    let error = Errno.current
    lastError = error
    if error == .accessDenied || error == .notPermitted { refuse(path, error) }
    return -error.rawValue
  }

  func note(_ line: String) {
    let text = line.hasSuffix("\n") ? String(line.dropLast()) : line
    if log.count == DeviceAccess.longestLog { log.removeFirst() }
    log.append(text)
  }

  func refuse(_ path: String, _ error: Errno) {
    let problem = """
      \(path) may not be opened: \(error). \
      Add the user to the group “input” and log in again.
      """
    if !permissionProblems.contains(problem) { permissionProblems.append(problem) }
  }
}
