import Testing

@testable import KMS

@Suite("A mode in words")
struct ModeRequestTests {
  @Test(
    "is read",
    arguments: [
      ("1920x1080", ModeRequest(width: 1920, height: 1080)),
      ("1920x1080@60", ModeRequest(width: 1920, height: 1080, millihertz: 60_000)),
      ("1920x1080@59.94", ModeRequest(width: 1920, height: 1080, millihertz: 59_940)),
      ("720x576@23.9764", ModeRequest(width: 720, height: 576, millihertz: 23_976)),
      (
        "1920x1080i@50",
        ModeRequest(width: 1920, height: 1080, millihertz: 50_000, isInterlaced: true)
      ),
    ])
  func reads(text: String, expected: ModeRequest) throws {
    #expect(try ModeRequest.parse(text) == expected)
  }

  @Test(
    "that is none is refused with an example",
    arguments: [
      "", "x", "1920", "1920x", "x1080", "1920x1080@", "1920x1080@x", "1920x1080@60@50", "-1x5",
      "0x0", "1920x1080@0", "1920x1080@60.", "70000x1", "1920X1080", "1 x 2", "1920x1080@9999",
    ])
  func refuses(text: String) {
    let error = #expect(throws: DisplayError.self) { try ModeRequest.parse(text) }
    #expect(error?.code == .badModeRequest)
    #expect(error?.message.contains("\"\(text)\"") == true)
    #expect(error?.message.contains("1920x1080@59.94") == true)
  }

  @Test("takes a whole rate as the kernel rounds it, a fraction as it is")
  func matches() throws {
    let modes = [Modes.hd60, Modes.hd5994, Modes.hd50, Modes.hd60i]
    func match(_ text: String, in modes: [DisplayMode]) throws -> DisplayMode? {
      try #require(ListedMode(parsing: text)).match(in: modes)
    }
    #expect(try match("1920x1080@59.94", in: modes) == Modes.hd5994)
    #expect(try match("1920x1080@60", in: modes) == Modes.hd60)
    #expect(try match("1920x1080@60", in: [Modes.hd5994]) == Modes.hd5994)
    #expect(try match("1920x1080@59.9", in: modes) == nil)
    #expect(try match("1920x1080i@60", in: modes) == Modes.hd60i)
    #expect(try match("1920x1080@30", in: modes) == nil)
    #expect(try match("1920x1080", in: [Modes.hd50, Modes.hd5994]) == Modes.hd5994)
  }

  @Test("a mode line is a timing, with or without what cvt prints before it")
  func modeLine() throws {
    let numbers = "74.25 1280 1390 1430 1650 720 725 730 750 +hsync +vsync"
    for text in [numbers, "Modeline \"1280x720\" \(numbers)", "  \"hd\"  \(numbers) "] {
      guard case .custom(let mode) = try ModeRequest.parse(text) else {
        Issue.record("\(text) is no timing")
        continue
      }
      #expect(mode.clock == 74_250 && mode.htotal == 1650 && mode.vtotal == 750)
      #expect(mode.flags == 0b101 && mode.vrefresh == 60)
      #expect(mode.title == "1280x720@60")
      #expect(DisplayMode(kernelBytes: mode.kernelBytes) == mode)
    }
  }

  @Test(
    "a mode line that no display could show is refused with what is wrong with it",
    arguments: [
      ("x 1280 1390 1430 1650 720 725 730 750", "pixel clock"),
      ("74.25 1280 1390 1430 1650 720 725 730 7x0", "eight numbers"),
      ("74.25 1280 1390 1430 70000 720 725 730 750", "eight numbers"),
      ("74.25 1280 1270 1430 1650 720 725 730 750", "less than the one before"),
      ("74.25 1280 1390 1430 1650 720 725 730 750 +hsnyc", "\"+hsnyc\""),
      ("74.25 1280 1390 1430 1650 720 725 730 750 +hsync -hsync", "both"),
      ("0.5 1280 1390 1430 1650 720 725 730 750", "0.404 Hz"),
      ("9999 1280 1390 1430 1650 720 725 730 750", "Hz, not 5 to 1000"),
    ])
  func badModeLine(text: String, why: String) {
    let error = #expect(throws: DisplayError.self) { try ModeRequest.parse(text) }
    #expect(error?.code == .badModeRequest)
    #expect(error?.message.contains(why) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("\"\(text)\"") == true)
  }
}
