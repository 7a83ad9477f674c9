import FlipbookTesting
import KMS
import Linux
import Testing

@testable import Flipbook

@Suite("A player that ends while another terminal is in front") struct TerminalLeavingTests {
  /// What is on the terminal in front.
  enum Front: String, CaseIterable {
    /// Text: nobody is master.
    case text
    /// A program that has the display.
    case pictures
    /// One that had it and keeps its card open.
    case idle
  }

  @Test(
    "leaves the display to what is in front",
    arguments: PlayerConfiguration.AtEnd.allCases, Front.allCases)
  func leaves(atEnd: PlayerConfiguration.AtEnd, front: Front) throws {
    for frames in [1, 10] {
      let rig = try TerminalRig(frames: frames)
      let card = rig.machine.plugIn(LifeRig.card("HDMI-A-1"))
      rig.rig.configuration.atEnd = atEnd
      rig.rig.configuration.timeLimit = 3_000_000_000
      rig.at(1) { rig.terminal.request(2) }
      var shown: UInt32?
      rig.at(1.5) {
        switch front {
        case .text: card.showConsole()
        case .pictures: card.letAnotherShowPicture()
        case .idle:
          card.letAnotherShowPicture()
          card.letAnotherDropMaster()
        }
        shown = card.framebufferSeen(on: "HDMI-A-1")
      }
      var changes = 0
      rig.at(1.6) { card.onScanOut = { if !$0.isConsole { changes += 1 } } }
      try rig.play()
      #expect(shown != nil && card.framebufferSeen(on: "HDMI-A-1") == shown)
      #expect(changes == 0, "\(frames) frames")
      #expect(!rig.log.contains { $0.hasPrefix("HDMI-A-1") }, "\(rig.log)")
      let content = try rig.terminal.content()
      #expect(rig.front == 2 && content == .text)
      #expect(card.liveFramebuffers == (front == .text ? 0 : 1))
    }
  }
}
