import Linux

/// Who may set modes on a card: the kernel's rules for all files of it.
struct FakeMaster {
  private(set) var holder: FakeFile?

  /// A file is opened: the first while nobody is master becomes it.
  mutating func welcome(_ file: FakeFile) {
    guard holder == nil else { return }
    holder = file
    file.wasMaster = true
  }

  mutating func set(_ file: FakeFile) throws(Errno) {
    guard file.isPrivileged || file.wasMaster else { throw .accessDenied }
    guard holder == nil || holder === file else { throw .busy }
    holder = file
    file.wasMaster = true
  }

  mutating func drop(_ file: FakeFile) throws(Errno) {
    guard file.isPrivileged || file.wasMaster else { throw .accessDenied }
    guard holder === file else { throw .invalidArgument }
    holder = nil
  }

  /// Takes it from whoever has it, as the one who hands out rights on a seat may.
  mutating func seize(_ file: FakeFile) {
    holder = file
    file.wasMaster = true
  }

  mutating func leave(_ file: FakeFile) { if holder === file { holder = nil } }
}
