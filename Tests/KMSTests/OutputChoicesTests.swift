import KMS
import Pixels
import Testing

@Suite("Choosing several outputs")
struct OutputChoicesTests {
  private func choose(_ card: CardSnapshot, _ outputs: OutputSelection, mode: ModeRequest? = nil)
    -> OutputChoices
  {
    var request = OutputRequest(mode: mode)
    request.outputs = outputs
    return OutputChoice.chooseAll(from: card, for: request)
  }

  private func crtcs(_ choices: OutputChoices) -> [String: UInt32] {
    Dictionary(
      uniqueKeysWithValues: choices.outputs.map { ($0.choice.connector.name, $0.choice.crtc) })
  }

  private let two = [Cards.connector("HDMI-A-1", id: 1), Cards.connector("HDMI-A-2", id: 2)]

  @Test("in the order that they are named, each once, however the name is written")
  func named() {
    let choices = choose(Cards.card(two), .named(["hdmi-a-2", "HDMI-A-1", "HDMI-A-2"]))
    #expect(choices.outputs.map(\.choice.connector.name) == ["HDMI-A-2", "HDMI-A-1"])
    #expect(choices.missing == [])
    #expect(Set(crtcs(choices).values) == [50, 51])
    #expect(choices.outputs.allSatisfy { $0.path == "/dev/dri/card0" })
  }

  @Test("one by the rules, or by its name, is what it is when it is asked for alone")
  func single() throws {
    let card = Cards.card([two[0], Cards.connector("eDP-1", id: 2, lit: true)], lit: [2: 51])
    for request in [OutputRequest(), OutputRequest(output: "edp-1")] {
      let choices = OutputChoice.chooseAll(from: card, for: request)
      #expect(choices.outputs.map(\.choice) == [try OutputChoice.choose(from: card, for: request)])
      #expect(choices.missing == [])
    }
  }

  @Test("all that are connected, no headset, and what may be only where none is for certain")
  func all() {
    let others = [
      Cards.connector("DP-1", id: 3, status: .disconnected, modes: []),
      Cards.connector("DP-2", id: 4, status: .unknown),
      Cards.connector("DP-3", id: 5, isNonDesktop: true),
      Cards.connector("Writeback-1", id: 6, type: 18),
    ]
    let choices = choose(Cards.card(others + two, crtcCount: 4), .allConnected)
    #expect(choices.outputs.map(\.choice.connector.name) == ["HDMI-A-1", "HDMI-A-2"])
    #expect(choices.missing == [])
    let unsure = choose(Cards.card(others), .allConnected)
    #expect(unsure.outputs.map(\.choice.connector.name) == ["DP-2"])
    let none = choose(Cards.card([others[0]]), .allConnected)
    #expect(none.outputs == [])
    #expect(none.missing.map(\.output) == [nil])
    #expect(none.missing.first?.error.code == .noOutput)
  }

  @Test("one that is absent or unknown is told of, and the others go on")
  func missing() {
    let card = Cards.card(two + [Cards.connector("DP-1", id: 3, status: .disconnected, modes: [])])
    let choices = choose(card, .named(["DP-1", "HDMI-A-1", "HDMI-B-1"]))
    #expect(choices.outputs.map(\.choice.connector.name) == ["HDMI-A-1"])
    #expect(choices.missing.map(\.output) == ["DP-1", "HDMI-B-1"])
    #expect(choices.missing.map(\.error.code) == [.noOutput, .unknownOutput])
    #expect(
      choices.missing.last?.error.message.hasPrefix(
        "/dev/dri/card0 has no output \"HDMI-B-1\". Did you mean HDMI-A-1?") == true)
  }

  // MARK: - CRTCs

  @Test("each keeps the CRTC that lights it where nobody goes without for that")
  func keeps() {
    let lit = [
      Cards.connector("HDMI-A-1", id: 1, lit: true), Cards.connector("HDMI-A-2", id: 2, lit: true),
    ]
    let card = Cards.card(lit, lit: [1: 51, 2: 50])
    #expect(crtcs(choose(card, .allConnected)) == ["HDMI-A-1": 51, "HDMI-A-2": 50])
  }

  @Test("one gives way to another that has no choice")
  func givesWay() throws {
    let outputs = [
      Cards.connector("HDMI-A-1", id: 1, lit: true), Cards.connector("DSI-1", id: 2),
      Cards.connector("DP-1", id: 3),
    ]
    // The first could have any, lit by the one that is the only one for the second.
    let card = Cards.card(outputs, masks: [0b111, 0b001, 0b011], lit: [1: 50], crtcCount: 3)
    let choices = choose(card, .named(["HDMI-A-1", "DSI-1", "DP-1"]))
    #expect(crtcs(choices) == ["HDMI-A-1": 52, "DSI-1": 50, "DP-1": 51])
    #expect(choices.missing == [])
    let reasons = try #require(choices.outputs.first).choice.reasons
    #expect(reasons.contains("CRTC 52 can light HDMI-A-1 and lights no other output."))
  }

  @Test("the last named goes without where there are too few, and is named")
  func tooFew() {
    let three = two + [Cards.connector("DP-1", id: 3)]
    let choices = choose(Cards.card(three), .named(["DP-1", "HDMI-A-1", "HDMI-A-2"]))
    #expect(choices.outputs.map(\.choice.connector.name) == ["DP-1", "HDMI-A-1"])
    #expect(choices.missing.map(\.output) == ["HDMI-A-2"])
    #expect(
      choices.missing.first?.error.message
        == "HDMI-A-2 stays dark: /dev/dri/card0 (driver test) has no CRTC left over for it beside "
        + "DP-1, HDMI-A-1. Name fewer outputs with --output.")
    let hopeless = choose(Cards.card(two, masks: [0, .max]), .allConnected)
    #expect(hopeless.outputs.map(\.choice.connector.name) == ["HDMI-A-2"])
    #expect(hopeless.missing.first?.error.message.contains("can light HDMI-A-1") == true)
  }

  // MARK: - Modes and formats

  @Test("a mode holds for each output that has it, and is refused where none does")
  func modes() throws {
    let outputs = [
      Cards.connector("HDMI-A-1", id: 1, modes: [Modes.hd60, Modes.hd50]),
      Cards.connector("SPI-1", id: 2, modes: [Modes.spi]),
    ]
    let wanted = ModeRequest(width: 1920, height: 1080, millihertz: 50_000)
    let choices = choose(Cards.card(outputs), .allConnected, mode: wanted)
    #expect(choices.outputs.map(\.choice.mode) == [Modes.hd50, Modes.spi])
    let reason = try #require(choices.outputs.last?.choice.modeReason)
    #expect(reason.hasSuffix("SPI-1 has no mode 1920x1080@50, which others have."), "\(reason)")
    let none = choose(
      Cards.card(outputs), .allConnected, mode: ModeRequest(width: 800, height: 600))
    #expect(none.outputs == [])
    #expect(none.missing.map(\.error.code) == [.unknownMode, .unknownMode])
  }

  @Test("an output that has no mode to be used leaves its CRTC to the others")
  func noMode() {
    let outputs = [
      Cards.connector("HDMI-A-1", id: 1, modes: [Modes.rubbish]), Cards.connector("DP-1", id: 2),
    ]
    let choices = choose(Cards.card(outputs, crtcCount: 1), .allConnected)
    #expect(choices.outputs.map(\.choice.connector.name) == ["DP-1"])
    #expect(choices.missing.map(\.error.code) == [.unknownMode])
  }

  @Test(
    "left to the rules, the format is what the display scans out, with the reason where it is not the usual one"
  )
  func formats() throws {
    func choose(_ formats: [PixelFormat]?) throws -> OutputChoice {
      try OutputChoice.choose(
        from: Cards.card([two[0]], formats: formats), for: OutputRequest(format: .automatic))
    }
    for formats in [[PixelFormat.rgb565, .xrgb8888], [.xrgb8888], nil] {
      #expect(try choose(formats).format == .xrgb8888)
      #expect(try choose(formats).formatReason == nil)
    }
    let small = try choose([.rgb565])
    #expect(small.format == .rgb565)
    #expect(
      small.formatReason == "Format rgb565 is used: HDMI-A-1 does not scan out xrgb8888.")
    let error = #expect(throws: DisplayError.self) { try choose([]) }
    #expect(error?.code == .formatUnsupported)
  }

  @Test("of two CRTCs, the one whose plane has the format")
  func formatOfCRTC() {
    var card = Cards.card([two[0]], formats: [.xrgb8888])
    card.formats[51] = [.rgb565]
    var request = OutputRequest(format: .rgb565)
    #expect(OutputChoice.chooseAll(from: card, for: request).outputs.map(\.choice.crtc) == [51])
    request.format = .xrgb8888
    #expect(OutputChoice.chooseAll(from: card, for: request).outputs.map(\.choice.crtc) == [50])
  }

  // MARK: - Cards

  @Test("outputs may be on different cards, whose CRTCs are their own")
  func cards() {
    func candidate(_ number: Int, _ snapshot: Result<CardSnapshot, DisplayError>)
      -> CardScan.Candidate
    {
      CardScan.Candidate(
        path: "/dev/dri/card\(number)", number: number, isBootVGA: number == 2, snapshot: snapshot)
    }
    let cards = [
      candidate(0, .failure(DisplayError(.denied, "Not allowed to open /dev/dri/card0."))),
      candidate(
        1, .success(Cards.card([two[0]], crtcCount: 1, path: "/dev/dri/card1"))),
      candidate(
        2, .success(Cards.card([two[1]], crtcCount: 1, path: "/dev/dri/card2"))),
    ]
    var request = OutputRequest()
    request.outputs = .named(["HDMI-A-1", "HDMI-A-2", "DP-9"])
    let choices = CardScan.chooseAll(among: cards, request: request)
    #expect(choices.outputs.map(\.path) == ["/dev/dri/card1", "/dev/dri/card2"])
    #expect(
      choices.outputs.map(\.choice.reasons.first) == [
        "Card /dev/dri/card1 (driver test) has the output HDMI-A-1.",
        "Card /dev/dri/card2 (driver test) has the output HDMI-A-2.",
      ])
    #expect(choices.missing.map(\.output) == ["DP-9"])
    // What could not be looked at may be where it is.
    #expect(choices.missing.first?.error.message.contains("Not allowed to open") == true)
    request.outputs = .allConnected
    let all = CardScan.chooseAll(among: cards, request: request)
    #expect(all.outputs.map(\.choice.connector.name) == ["HDMI-A-2", "HDMI-A-1"])
    request.outputs = .automatic
    let one = CardScan.chooseAll(among: cards, request: request)
    #expect(one.outputs.map(\.choice.connector.name) == ["HDMI-A-2"])
  }
}
