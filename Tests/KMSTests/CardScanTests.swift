import KMS
import Linux
import Testing

@Suite("The choice of a card")
struct CardScanTests {
  private func candidate(
    _ number: Int, connected: Bool = true, isBootVGA: Bool = false, error: DisplayError? = nil
  ) -> CardScan.Candidate {
    let path = "/dev/dri/card\(number)"
    let card = Cards.card(
      [
        Cards.connector(
          "HDMI-A-\(number)", id: 1, status: connected ? .connected : .disconnected,
          modes: connected ? [Modes.hd60] : [])
      ], path: path)
    return CardScan.Candidate(
      path: path, number: number, isBootVGA: isBootVGA,
      snapshot: error.map { .failure($0) } ?? .success(card))
  }

  private let renderOnly = DisplayError(.noCard, "It only renders.")

  private func path(_ candidates: [CardScan.Candidate], _ request: OutputRequest = OutputRequest())
    throws -> String
  {
    try CardScan.choose(among: candidates, request: request).path
  }

  @Test("goes by a connected display, then by the firmware's choice, then by number")
  func ranks() throws {
    #expect(try path([candidate(0, connected: false), candidate(1)]) == "/dev/dri/card1")
    #expect(
      try path([candidate(0, connected: false, isBootVGA: true), candidate(3)])
        == "/dev/dri/card3")
    #expect(try path([candidate(1), candidate(2, isBootVGA: true)]) == "/dev/dri/card2")
    #expect(try path([candidate(10), candidate(2)]) == "/dev/dri/card2")
    #expect(try path([candidate(0, error: renderOnly), candidate(1)]) == "/dev/dri/card1")
  }

  @Test("looks for an output that is asked for on all cards")
  func findsOutput() throws {
    let cards = [candidate(0, isBootVGA: true), candidate(1)]
    #expect(try path(cards, OutputRequest(output: "HDMI-A-1")) == "/dev/dri/card1")
    let error = #expect(throws: DisplayError.self) {
      try path(cards, OutputRequest(output: "DP-1"))
    }
    #expect(error?.code == .unknownOutput)
    #expect(error?.message.contains("HDMI-A-0") == true)
    #expect(error?.message.contains("HDMI-A-1") == true)
  }

  @Test("says why")
  func reasons() throws {
    func reason(_ cards: [CardScan.Candidate], wasAskedFor: Bool = false) throws -> String? {
      try CardScan.choose(among: cards, request: OutputRequest(), wasAskedFor: wasAskedFor)
        .choice.reasons.first
    }
    #expect(try reason([candidate(1)]) == "Card /dev/dri/card1 (driver test) is the only one.")
    #expect(try reason([candidate(1)], wasAskedFor: true)?.hasSuffix("was asked for.") == true)
    #expect(
      try reason([candidate(0, connected: false), candidate(1)])?
        .hasSuffix("is the only one with a display connected.") == true)
    #expect(
      try reason([candidate(0), candidate(1, isBootVGA: true)])?
        .hasSuffix("and the machine started on it.") == true)
  }

  @Test("tells of a missing right rather than of a card that only renders")
  func refusals() {
    let denied = DisplayError(.denied, "Not allowed.", errno: .accessDenied)
    let cards = [candidate(0, error: renderOnly), candidate(1, error: denied)]
    let error = #expect(throws: DisplayError.self) { try path(cards) }
    #expect(error?.code == .denied)
    #expect(error?.message == "Not allowed. It only renders.")
  }

  @Test("finds no card in a folder without any, and says what to do")
  func noCards() {
    let folder = "/nonexistent/dri"
    #expect(CardScan.paths(in: folder) == [])
    let report = DisplayReport.gather(in: folder)
    #expect(report.cards.isEmpty)
    #expect(report.chosen == nil)
    #expect(report.problem?.contains(folder) == true)
    #expect(report.problem?.contains("--display fake") == true)
  }

  @Test("refuses a node that is not there or is none")
  func badNodes() {
    for (path, word) in [("/nonexistent/card9", "no /nonexistent/card9"), ("/dev/null", "not a")] {
      let error = #expect(throws: DisplayError.self) {
        _ = try CardScan.openDisplay(card: path, request: OutputRequest())
      }
      #expect(error?.code == .noCard)
      #expect(error?.message.contains(word) == true)
    }
  }
}
