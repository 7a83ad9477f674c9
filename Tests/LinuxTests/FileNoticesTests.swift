import Glibc
import Testing

@testable import Linux

@Suite("Changes of files and folders")
struct FileNoticesTests {
  @Test("A folder's new entry wakes once, and what is asked for besides does not")
  func entries() throws {
    let folder = "/tmp/flipbook-notices-\(getpid())"
    try Directory.create(folder)
    defer {
      unlink("\(folder)/event0")
      rmdir(folder)
    }
    let notices = try FileNotices()
    let poller = try Poller()
    try poller.add(notices.rawDescriptor, identifier: 7)
    try notices.watchFolder(folder)
    // Again, as is done whenever it may have been made anew.
    try notices.watchFolder(folder)
    #expect(ready(poller) == [])
    try File.write([1], to: "\(folder)/event0")
    #expect(ready(poller) == [7])
    notices.clear()
    #expect(ready(poller) == [])
    chmod("\(folder)/event0", 0o600)
    #expect(ready(poller) == [7])
    notices.clear()
    unlink("\(folder)/event0")
    #expect(ready(poller) == [])
  }

  @Test("What is not there cannot be watched")
  func missing() throws {
    let notices = try FileNotices()
    #expect(throws: Errno.notFound) { try notices.watchFolder("/nonexistent") }
  }

  private func ready(_ poller: borrowing Poller) -> [UInt64] {
    var identifiers: [UInt64] = []
    poller.wait(blocking: false) { identifiers.append($0) }
    return identifiers
  }
}
