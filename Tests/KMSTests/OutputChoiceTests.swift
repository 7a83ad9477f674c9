import KMS
import Pixels
import Testing
import Timing

@Suite("The choice of an output")
struct OutputChoiceTests {
  private func choose(_ card: CardSnapshot, _ request: OutputRequest = OutputRequest()) throws
    -> OutputChoice
  {
    try OutputChoice.choose(from: card, for: request)
  }

  private func refusal(_ card: CardSnapshot, _ request: OutputRequest = OutputRequest())
    -> DisplayError?
  {
    #expect(throws: DisplayError.self) { try OutputChoice.choose(from: card, for: request) }
  }

  // MARK: - Connectors

  @Test("is the first connected desktop output with modes")
  func connector() throws {
    let card = Cards.card([
      Cards.connector("HDMI-A-1", id: 1, status: .disconnected, modes: []),
      Cards.connector("DP-1", id: 2, status: .unknown),
      Cards.connector("DP-2", id: 3, isNonDesktop: true),
      Cards.connector("Writeback-1", id: 4, type: 18),
      Cards.connector("DP-3", id: 5, modes: []),
      Cards.connector("eDP-1", id: 6),
      Cards.connector("DP-4", id: 7),
    ])
    let choice = try choose(card)
    #expect(choice.connector.name == "eDP-1")
    #expect(choice.reasons.first == "Output eDP-1 is the first connected one.")
  }

  @Test("is one that may be connected where none is for certain")
  func unknownConnector() throws {
    let card = Cards.card([
      Cards.connector("HDMI-A-1", id: 1, status: .disconnected),
      Cards.connector("VGA-1", id: 2, status: .unknown),
    ])
    #expect(try choose(card).connector.name == "VGA-1")
  }

  @Test("is the one asked for, connected or not")
  func named() throws {
    let card = Cards.card([
      Cards.connector("eDP-1", id: 1), Cards.connector("DP-1", id: 2, status: .disconnected),
    ])
    #expect(try choose(card, OutputRequest(output: "dp-1")).connector.name == "DP-1")
  }

  @Test("says what is there where nothing is connected")
  func nothingConnected() {
    let card = Cards.card([
      Cards.connector("HDMI-A-1", id: 1, status: .disconnected, modes: []),
      Cards.connector("DP-2", id: 3, isNonDesktop: true),
    ])
    let error = refusal(card)
    #expect(error?.code == .noOutput)
    for part in ["/dev/dri/card0", "HDMI-A-1 (disconnected)", "not a desktop", "--display fake"] {
      #expect(error?.message.contains(part) == true, "\(part) is missing")
    }
  }

  @Test("guesses what an unknown name was meant to be")
  func unknownName() {
    let card = Cards.card([Cards.connector("HDMI-A-1", id: 1), Cards.connector("eDP-1", id: 2)])
    let error = refusal(card, OutputRequest(output: "HDMI-1"))
    #expect(error?.code == .unknownOutput)
    #expect(error?.message.contains("Did you mean HDMI-A-1?") == true)
    let other = refusal(card, OutputRequest(output: "television"))
    #expect(other?.message.contains("Did you mean") == false)
    #expect(other?.message.contains("eDP-1 (connected)") == true)
  }

  // MARK: - Modes

  @Test("takes the kernel's mode, then the display's, then the one that is set, then the first")
  func modeOrder() throws {
    let plain = Modes.hd50
    let preferred = Modes.hd(clock: 148_352, htotal: 2200, type: Cards.preferred)
    let user = Modes.hd(clock: 74_250, htotal: 2200, type: Cards.userDefined)
    func mode(_ modes: [DisplayMode], lit: Bool = false) throws -> DisplayMode {
      let connector = Cards.connector("eDP-1", id: 1, modes: modes, lit: lit)
      return try choose(Cards.card([connector], lit: lit ? [1: 50] : [:])).mode
    }
    #expect(try mode([plain, preferred, user]) == user)
    #expect(try mode([plain, preferred], lit: true) == preferred)
    #expect(try mode([plain, Modes.hd60], lit: true) == Modes.hd60)
    #expect(try mode([plain, Modes.hd60]) == plain)
    #expect(try mode([Modes.hd60i, plain]) == plain)
    #expect(try mode([Modes.hd60i]) == Modes.hd60i)
    // As "video=1920x1080i" makes it.
    let interlaced = Modes.hd(
      clock: 74_250, htotal: 2200, flags: 1 << 4, type: Cards.userDefined)
    #expect(try mode([plain, preferred, interlaced], lit: true) == interlaced)
  }

  @Test("passes rubbish over, and paces a panel without a true rate at 60 Hz")
  func insaneModes() throws {
    let card = Cards.card([
      Cards.connector("SPI-1", id: 1, modes: [Modes.rubbish, Modes.spi], type: 19)
    ])
    let choice = try choose(card)
    #expect(choice.mode == Modes.spi)
    #expect(choice.mode.pacingRefresh == RefreshRate(60))
    #expect(choice.reasons.contains { $0.contains("0.013 Hz, which cannot be") })
    let error = refusal(
      Cards.card([Cards.connector("SPI-1", id: 1, modes: [Modes.rubbish])]))
    #expect(error?.code == .unknownMode)
    #expect(error?.message.contains("1021x61440") == true)
  }

  @Test("passes over what is larger than a framebuffer may be")
  func tooLarge() throws {
    var huge = Modes.hd60
    (huge.hdisplay, huge.hsyncStart, huge.hsyncEnd, huge.htotal) = (5120, 5130, 5140, 5200)
    let card = Cards.card([Cards.connector("DP-1", id: 1, modes: [huge, Modes.hd50])])
    #expect(try choose(card).mode == Modes.hd50)
  }

  @Test(
    "fits the rate of the content with a listed mode, and leaves one that fits already",
    arguments: [
      ("25", 50, "2 times"), ("50", 50, "once"), ("30", 60, "2 times"), ("60", 60, "once"),
      ("29.97", 59.94, "2 times"), ("24", 50, "by a cadence"), ("12", 60, "5 times"),
    ])
  func contentRate(rate: String, hertz: Double, why: String) throws {
    let small = DisplayMode(
      clock: 25_000, hdisplay: 640, hsyncStart: 656, hsyncEnd: 752, htotal: 800, vdisplay: 480,
      vsyncStart: 490, vsyncEnd: 492, vtotal: 625, vrefresh: 50, name: "640x480")
    let preferred = Modes.hd(clock: 148_500, htotal: 2200, type: Cards.preferred)
    let card = Cards.card([
      Cards.connector(
        "HDMI-A-1", id: 1, modes: [preferred, Modes.hd5994, Modes.hd50, Modes.hd60i, small])
    ])
    let choice = try choose(
      card, OutputRequest(mode: .automaticRate, contentRate: FrameRate(parsing: rate)))
    #expect(choice.mode.vdisplay == 1080 && !choice.mode.isInterlaced)
    let found = try #require(choice.mode.refresh?.hertz)
    #expect(abs(found - hertz) < 0.01)
    let reason = try #require(choice.modeReason)
    #expect(reason.contains(why), "\(reason)")
  }

  @Test("fits no rate that is not known")
  func noContentRate() throws {
    let choice = try choose(
      Cards.card([Cards.connector("DP-1", id: 1, modes: [Modes.hd50, Modes.hd60])]),
      OutputRequest(mode: .automaticRate))
    #expect(choice.mode == Modes.hd50)
    #expect(choice.modeReason?.contains("no rate that one could be fitted to") == true)
  }

  @Test("takes a timing of the user's own, unless it is larger than a framebuffer may be")
  func customTiming() throws {
    let card = Cards.card([Cards.connector("DPI-1", id: 1, modes: [Modes.hd60])])
    let mode = try ModeRequest.parse("33 800 840 888 1056 480 493 496 525")
    let choice = try choose(card, OutputRequest(mode: mode))
    #expect(choice.size == PixelSize(width: 800, height: 480))
    #expect(choice.modeReason?.hasSuffix("DPI-1 does not list it.") == true)
    let large = try ModeRequest.parse("600 5120 5200 5300 5400 480 493 496 525")
    #expect(
      refusal(card, OutputRequest(mode: large))?.message.contains("at most 4096x4096") == true)
  }

  @Test("warns of a display that is one of several tiles")
  func tiled() throws {
    var connector = Cards.connector("DP-1", id: 1)
    #expect(try choose(Cards.card([connector])).warnings == [])
    connector.isTiled = true
    #expect(try choose(Cards.card([connector])).warnings.first?.contains("one tile") == true)
  }

  @Test("lists the modes where the one asked for is not there")
  func unknownMode() throws {
    let card = Cards.card([
      Cards.connector("DP-1", id: 1, modes: [Modes.hd60, Modes.hd5994, Modes.hd60])
    ])
    let wanted = OutputRequest(mode: ModeRequest(width: 1280, height: 720, millihertz: 50_000))
    let error = refusal(card, wanted)
    #expect(error?.code == .unknownMode)
    #expect(
      error?.message
        == "DP-1 on /dev/dri/card0 has no mode 1280x720@50. It has 1920x1080@60, "
        + "1920x1080@59.94: try --mode with one.")
  }

  // MARK: - CRTCs and formats

  @Test("keeps the CRTC that lights the output already, and knows what to put back")
  func litCRTC() throws {
    let card = Cards.card(
      [Cards.connector("DP-1", id: 1), Cards.connector("eDP-1", id: 2, lit: true)],
      lit: [2: 51])
    let choice = try choose(card, OutputRequest(output: "eDP-1"))
    #expect(choice.crtc == 51)
    #expect(choice.crtcIndex == 1)
    #expect(choice.savedCRTC.framebuffer == 7)
    #expect(choice.savedConnectors == [2])
  }

  @Test("takes an encoder's bits for places in the list, and leaves other outputs alone")
  func possibleCRTCs() throws {
    let outputs = [Cards.connector("DP-1", id: 1), Cards.connector("eDP-1", id: 2, lit: true)]
    func crtc(mask: UInt32) throws -> UInt32 {
      let card = Cards.card(outputs, masks: [mask, .max], lit: [2: 50], crtcCount: 3)
      return try choose(card, OutputRequest(output: "DP-1")).crtc
    }
    #expect(try crtc(mask: 0b100) == 52)
    #expect(try crtc(mask: 0b111) == 51)
    #expect(try crtc(mask: 0b001) == 50)
    let error = #expect(throws: DisplayError.self) { try crtc(mask: 0) }
    #expect(error?.message.contains("can light DP-1") == true)
  }

  @Test("refuses a format that is not scanned out, and tries one where nothing is told")
  func format() throws {
    let outputs = [Cards.connector("Virtual-1", id: 1)]
    let error = refusal(Cards.card(outputs), OutputRequest(format: .rgb565))
    #expect(error?.code == .formatUnsupported)
    #expect(error?.message.contains("rgb565; it takes xrgb8888") == true)
    let silent = Cards.card(outputs, formats: nil)
    #expect(try choose(silent, OutputRequest(format: .rgb565)).format == .rgb565)
  }
}
