import Glibc
import Linux
import TestSupport
import Testing

@Suite("The processes of a machine")
struct RunningProcessTests {
  @Test("Named by number, and asked what they have open")
  func madeUp() throws {
    let folder = try MadeUpProcesses()
    let card = try folder.file("card0")
    let other = try folder.file("card1")
    try folder.add(12, "Xorg", open: [other, card])
    try folder.add(3, "flipbook", open: [card])
    try folder.add(40, "sh (x) y", open: [other])
    try folder.add(41, "bash", open: [])
    #expect(
      RunningProcess.all(in: folder.path) == [
        RunningProcess(id: 3, name: "flipbook"), RunningProcess(id: 12, name: "Xorg"),
        RunningProcess(id: 40, name: "sh (x) y"), RunningProcess(id: 41, name: "bash"),
      ])
    let users = FileUsers.look(for: card, in: folder.path)
    #expect(users.processes.map(\.name) == ["flipbook", "Xorg"])
    #expect(users.isComplete)
    #expect(FileUsers.look(for: other, in: folder.path).processes.map(\.id) == [12, 40])
    #expect(FileUsers.look(for: "\(card)-missing", in: folder.path).processes.isEmpty)
  }

  @Test("This process is among the real ones, with what it has open")
  func real() throws {
    let file = try FileDescriptor.open("/dev/null", flags: O_RDONLY)
    let users = FileUsers.look(for: "/dev/null")
    #expect(users.processes.contains { $0.id == getpid() })
    _ = file
  }
}
