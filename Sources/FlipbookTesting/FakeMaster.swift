import Linux

/// Who may set modes on a card: the kernel's rules for one file of it.
struct FakeMaster {
  private enum Holder { case us, another, nobody }

  private var holder: Holder
  private var wasOurs: Bool
  private let isPrivileged: Bool

  /// Opens the card; the first to do so while nobody is master becomes it.
  init(isHeldByAnother: Bool, isPrivileged: Bool) {
    holder = isHeldByAnother ? .another : .us
    wasOurs = !isHeldByAnother
    self.isPrivileged = isPrivileged
  }

  var isOurs: Bool { holder == .us }

  mutating func set() throws(Errno) {
    guard isPrivileged || wasOurs else { throw .accessDenied }
    guard holder != .another else { throw .busy }
    holder = .us
    wasOurs = true
  }

  mutating func drop() throws(Errno) {
    guard isPrivileged || wasOurs else { throw .accessDenied }
    guard holder == .us else { throw .invalidArgument }
    holder = .nobody
  }

  /// Another program takes over, or lets go.
  mutating func give(toAnother: Bool) {
    if toAnother {
      holder = .another
    } else if holder == .another {
      holder = .nobody
    }
  }
}
