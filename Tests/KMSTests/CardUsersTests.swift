import Linux
import TestSupport
import Testing

@testable import KMS

@Suite("Who has a card")
struct CardUsersTests {
  private static let clients = """
                 command   pid dev master a   uid      magic
                    Xorg   812   0   y    y     0          0
         y n 3 0 y n odd    40   0   n    y  1000          0
               <unknown>    41   0   n    n     0          0

    """

  @Test("Root is told who drives it")
  func root() throws {
    let users = try look(clients: Self.clients)
    #expect(users.master == RunningProcess(id: 812, name: "Xorg"))
    #expect(users.driver == "Xorg (process 812)")
    #expect(users.users.map(\.isMaster) == [false, true])
    #expect(
      users.sentence
        == "It is open in odd (process 40), which does not drive it; Xorg (process 812), which "
        + "drives it.")
  }

  @Test("Who is not told who drives it names those who may")
  func user() throws {
    let users = try look(clients: nil)
    #expect(users.master == nil)
    #expect(users.driver.hasPrefix("another program: it is open in odd (process 40), Xorg"))
    #expect(users.sentence?.hasSuffix("cannot be told without root's rights.") == true)
  }

  @Test("Nobody, or nobody that can be seen")
  func nobody() {
    var users = CardUsers(users: [], isComplete: true)
    #expect(users.sentence == nil)
    #expect(users.driver == "another program")
    users.isComplete = false
    #expect(users.sentence?.contains("nobody that can be seen") == true)
    #expect(users.driver.contains("root"))
  }

  @Test("One alone that has it open drives it")
  func alone() {
    let process = RunningProcess(id: 7, name: "mpv")
    let users = CardUsers(
      users: [CardUsers.User(process: process, isMaster: nil)], isComplete: true)
    #expect(users.driver == "mpv (process 7)")
  }

  @Test("Both layouts that kernels have, and lines that are none")
  func layouts() {
    let newer = """
                   command  tgid dev master a   uid      magic name                 client-id
                    weston   901   0   y    y     0          0  <unset>              5
      """
    #expect(CardUsers.parseMasters(Array(newer.utf8)) == [901])
    #expect(CardUsers.parseMasters(Array(Self.clients.utf8)) == [812])
    for text in ["", "y y", "1 2 y", "a b y n"] {
      #expect(CardUsers.parseMasters(Array(text.utf8)).isEmpty)
    }
  }

  private func look(clients: String?) throws -> CardUsers {
    let folder = try MadeUpProcesses()
    let card = try folder.file("card3")
    try folder.add(812, "Xorg", open: [card])
    try folder.add(40, "odd", open: [card])
    try folder.add(41, "sh", open: [])
    if let clients { try folder.add(debug: 3, clients: clients) }
    return CardUsers.look(at: card, processes: folder.path, debug: "\(folder.path)/debug")
  }
}
