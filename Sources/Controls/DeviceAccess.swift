import CInput
import Glibc
import Linux

/// Opens device nodes, for libinput too, and keeps what went wrong and what is logged.
final class DeviceAccess {
  /// Devices that this user may not open, a sentence each.
  private(set) var permissionProblems: [String] = []
  /// Why the last node could not be opened; nil if it could.
  private(set) var lastError: Errno?
  /// The last lines of the library's log.
  private(set) var log: [String] = []

  private let grabs: Bool
  private let broker: (any SeatBroker)?
  private static let longestLog = 100

  /// - Parameters:
  ///   - grabs: whether devices are to be this program's alone.
  ///   - broker: who opens devices; nil for the program itself.
  init(grabs: Bool = false, broker: (any SeatBroker)? = nil) {
    self.grabs = grabs
    self.broker = broker
  }

  /// The seat whose devices are wanted.
  var seat: String { broker?.name ?? "seat0" }

  /// The descriptor, or a negative errno, as libinput wants it.
  func open(_ path: String, flags: CInt) -> CInt {
    if let broker { return open(path, by: broker) }
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

  /// A broker opens as it must be, and nobody else gets the keys of a session that has the seat.
  private func open(_ path: String, by broker: any SeatBroker) -> CInt {
    do throws(Errno) {
      let descriptor = try broker.open(path)
      lastError = nil
      return descriptor
    } catch {
      lastError = error
      note("\(path) is not given by the seat \(broker.name): \(error).")
      return -error.rawValue
    }
  }

  func close(_ descriptor: CInt) {
    if let broker { broker.close(descriptor) } else { _ = FileDescriptor(adopting: descriptor) }
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
