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
      try ModeRequest.parse(text).match(in: modes)
    }
    #expect(try match("1920x1080@59.94", in: modes) == Modes.hd5994)
    #expect(try match("1920x1080@60", in: modes) == Modes.hd60)
    #expect(try match("1920x1080@60", in: [Modes.hd5994]) == Modes.hd5994)
    #expect(try match("1920x1080@59.9", in: modes) == nil)
    #expect(try match("1920x1080i@60", in: modes) == Modes.hd60i)
    #expect(try match("1920x1080@30", in: modes) == nil)
    #expect(try match("1920x1080", in: [Modes.hd50, Modes.hd5994]) == Modes.hd5994)
  }
}
