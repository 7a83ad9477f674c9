import FlipbookTesting
import KMS
import Linux
import Testing

@testable import Flipbook

/// Cards that are gone, or that refuse, while terminals are switched.
@Suite("Cards of a player that another terminal takes the place of") struct TerminalCardTests {
  private static let outputs = ["HDMI-A-1", "HDMI-A-2"]

  @Test("A card that is gone keeps no terminal from coming to the front", arguments: [1, 2])
  func gone(cards: Int) throws {
    let rig = try TerminalRig()
    plugIn(rig, cards)
    rig.at(1) { rig.machine.remove("card0") }
    rig.at(2) {
      rig.terminal.request(2)
    }
    rig.at(2.1) {
      #expect(rig.front == 2)
      #expect(rig.isFree("card1", cards > 1))
    }
    rig.at(3) { rig.terminal.request(1) }
    rig.at(3.5) { rig.machine.plugIn(LifeRig.card("HDMI-A-1"), as: "card0") }
    try rig.play()
    #expect(!rig.log.contains { $0.hasPrefix("/dev/dri/card0 cannot be given up") })
    let names = cards > 1 ? Self.outputs : [""]
    for name in names {
      #expect(rig.frames(2.1..<3, on: name).isEmpty)
      #expect(rig.frames(4.5..<6, on: name).count > 10, "\(name) shows frames again")
    }
  }

  @Test("Nor does one that is gone and not missed yet") func unnoticed() throws {
    let rig = try TerminalRig(frames: 1)
    plugIn(rig, 1)
    // A still picture: no flip tells.
    rig.rig.configuration.checkInterval = nil
    rig.machine.schedule(at: rig.start + 1_000_000_000) { machine in
      machine.remove("card0")
      _ = machine.takeChanges()
      rig.terminal.request(2)
    }
    rig.at(1.1) { #expect(rig.front == 2) }
    rig.at(2) { rig.terminal.request(1) }
    rig.rig.configuration.timeLimit = 3_000_000_000
    try rig.play()
  }

  @Test("Of two cards the one that another program keeps leaves the other alone") func refused()
    throws
  {
    let rig = try TerminalRig()
    plugIn(rig, 2)
    rig.at(1) { rig.terminal.request(2) }
    rig.at(1.5) { rig.machine.card("card1")?.letAnotherShowPicture() }
    rig.at(2) { rig.terminal.request(1) }
    rig.at(3) { rig.terminal.request(2) }
    rig.at(3.1) {
      #expect(rig.front == 2)
      #expect(rig.isFree("card0"), "no card is kept in the back")
    }
    rig.at(4) { rig.machine.card("card1")?.letAnotherEnd() }
    rig.at(4.2) { rig.terminal.request(1) }
    try rig.play()
    #expect(rig.frames(2.2..<3, on: "HDMI-A-1").count == 8)
    #expect(rig.frames(2..<4.2, on: "HDMI-A-2").isEmpty)
    #expect(rig.frames(4.5..<6, on: "HDMI-A-2").count > 12)
  }

  @Test("Where both are kept by another program none is taken before one is free") func both()
    throws
  {
    let rig = try TerminalRig()
    plugIn(rig, 2)
    rig.at(1) { rig.terminal.request(2) }
    rig.at(1.5) { for card in rig.cards { card.letAnotherShowPicture() } }
    rig.at(2) { rig.terminal.request(1) }
    rig.at(3) { rig.terminal.request(2) }
    rig.at(3.1) { #expect(rig.front == 2) }
    rig.at(3.5) { for card in rig.cards { card.letAnotherEnd() } }
    rig.at(3.6) { #expect(rig.isFree("card0") && rig.isFree("card1")) }
    rig.at(4) { rig.terminal.request(1) }
    try rig.play()
    for name in Self.outputs { #expect(rig.frames(4.2..<6, on: name).count > 12) }
  }

  private func plugIn(_ rig: TerminalRig, _ count: Int) {
    for index in 0..<count {
      rig.machine.plugIn(LifeRig.card(Self.outputs[index]), as: "card\(index)")
    }
    if count > 1 { rig.rig.configuration.outputs = .named(Self.outputs) }
  }
}

extension TerminalRig {
  var cards: [FakeCard] { ["card0", "card1"].compactMap { machine.card($0) } }

  /// Whether whoever opens a card now becomes its master.
  fileprivate func isFree(_ card: String, _ isThere: Bool = true) -> Bool {
    guard isThere, let file = try? machine.file(of: "/dev/dri/\(card)") else { return true }
    defer { file.close() }
    return file.isMaster
  }
}
