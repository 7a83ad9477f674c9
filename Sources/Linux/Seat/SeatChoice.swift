/// Chooses between the broker of a seat and opening devices oneself; pure.
public enum SeatChoice: Sendable, Hashable {
  /// What was asked for.
  public enum Request: String, Sendable, Hashable, CaseIterable {
    /// A seat where one is to be had and devices cannot be opened without.
    case automatic = "auto"
    /// None: devices are opened by their nodes.
    case none
  }

  /// What the machine says.
  public struct Facts: Sendable, Hashable {
    /// The backend that LIBSEAT_BACKEND asks libseat for.
    public var backend: String?
    /// The socket of a seat daemon that may be spoken to.
    public var daemonSocket: String?
    /// The session of logind's that the program is part of, if it has a seat.
    public var loginSession: String?
    /// Whether the program has root's rights.
    public var isPrivileged = false
    /// The first card that may not be opened; nil where one may be, and where there is none.
    public var deniedCard: String?
    /// The first input device that may not be opened; nil where each may be.
    public var deniedInput: String?

    /// Facts of a machine without any broker.
    public init() {}
  }

  /// Through the broker of a seat, and why: a sentence.
  case seat(String)
  /// By the devices' nodes, and why: a sentence.
  case direct(String)

  /// Chooses.
  ///
  /// Devices that can be opened are: that has no daemon to depend on, keeps the display as asked
  /// after every end, and lets a terminal be locked.
  /// - Parameter wantsInput: whether input devices are to be used.
  public static func choose(_ request: Request, _ facts: Facts, wantsInput: Bool) -> SeatChoice {
    if request == .none { return .direct("Devices are opened directly: --seat none.") }
    if let backend = facts.backend {
      return .seat("Devices come through a seat: LIBSEAT_BACKEND is \(backend).")
    }
    let broker: String
    if let socket = facts.daemonSocket {
      broker = "the seat daemon of \(socket)"
    } else if let session = facts.loginSession {
      broker = "logind, session \(session)"
    } else {
      return .direct(
        "Devices are opened directly: there is no seat daemon, and no session of logind's with a "
          + "seat.")
    }
    if facts.isPrivileged {
      return .direct("Devices are opened directly, as root may; \(broker) is not needed.")
    }
    if let denied = facts.deniedCard ?? (wantsInput ? facts.deniedInput : nil) {
      return .seat("Devices come through \(broker): \(denied) may not be opened directly.")
    }
    return .direct("Devices are opened directly, for all may be; \(broker) is not needed.")
  }
}
