import Controls
import Flipbook
import KMS
import Testing

@testable import FlipbookCommand

@Suite("The options --output, --arrange and --touch") struct OutputOptionTests {
  private func configuration(_ arguments: String...) throws -> PlayerConfiguration {
    try PlayOptions.parse(arguments).configuration
  }

  private func complaint(_ arguments: String...) -> String? {
    do {
      _ = try PlayOptions.parse(arguments)
      return nil
    } catch {
      return error.message
    }
  }

  private let both = ["--output", "HDMI-A-1", "--output", "HDMI-A-2"]

  @Test("name outputs in order, or all") func outputs() throws {
    #expect(try configuration("frames").outputs == .automatic)
    let one = try configuration("frames", "--output", "HDMI-A-1")
    #expect(one.outputs == .named(["HDMI-A-1"]))
    #expect(one.output == "HDMI-A-1")
    let two = try PlayOptions.parse(both).configuration
    #expect(two.outputs == .named(["HDMI-A-1", "HDMI-A-2"]))
    #expect(two.output == nil)
    #expect(two.arrangement == .mirror)
    #expect(try configuration("--output", "all").outputs == .allConnected)
    #expect(
      complaint("--output", "DP-1", "--output", "dp-1")
        == "--output dp-1 is given twice: name each output once.")
    for arguments in [["--output", "all", "--output", "DP-1"], ["--output=DP-1", "--output=all"]] {
      #expect(throws: UsageError.self) { try PlayOptions.parse(arguments) }
    }
  }

  @Test("arrange pictures on them") func arrangements() throws {
    let extended = try PlayOptions.parse(["frames", "--arrange", "extend"] + both).configuration
    #expect(extended.arrangement == .extend)
    #expect(extended.sources == ["frames"])
    let each = try PlayOptions.parse(["a", "b", "--arrange=each"] + both).configuration
    #expect(each.sources == ["a", "b"])
    #expect(each.arrangement == .each)
    #expect(try configuration("a", "b", "c", "--arrange=each", "--output=all").sources.count == 3)
    #expect(complaint("frames", "--arrange", "extnd")?.hasSuffix("Did you mean extend?") == true)
  }

  @Test("contradict one another") func contradictions() {
    #expect(
      complaint("a", "b")?.hasSuffix("--arrange each to show them on an output each.") == true)
    for arrangement in ["extend", "each"] {
      #expect(
        complaint("a", "b", "--arrange", arrangement == "each" ? "each" : "extend") != nil)
      let needs = complaint("a", "--arrange", arrangement, "--output", "DP-1")
      #expect(
        needs
          == "--arrange \(arrangement) needs several outputs: name them, --output HDMI-A-1 "
          + "--output HDMI-A-2, or give --output all.")
    }
    #expect(
      complaint("a", "--arrange=each", "--output=all")
        == "--arrange each shows a SOURCE on each output; one was given.")
    #expect(
      complaint("a", "b", "c", "--arrange=each", "--output=DP-1", "--output=DP-2")
        == "--arrange each shows a SOURCE on each output: 3 sources and 2 outputs were given.")
    #expect(complaint("a", "b", "--arrange=extend", "--output=all") != nil)
  }

  @Test("say which output a touch screen is on") func touch() throws {
    let asked = try configuration(
      "--touch", "event3=DP-1", "--touch", "a=b touch=DSI-1", "--output", "all")
    #expect(
      asked.touchScreens == [
        TouchBinding.Wish(device: "event3", output: "DP-1"),
        TouchBinding.Wish(device: "a=b touch", output: "DSI-1"),
      ])
    for wrong in ["event3", "=DP-1", "event3="] {
      #expect(complaint("--touch", wrong)?.contains("DEVICE=OUTPUT") == true)
    }
    #expect(
      complaint("--touch", "event3=DP-2", "--output", "DP-1")
        == "--touch event3=DP-2: DP-2 is none of the outputs that --output names.")
  }
}
