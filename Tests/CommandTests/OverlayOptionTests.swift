import Flipbook
import Testing

@testable import FlipbookCommand

private typealias Overlay = PlayerConfiguration.Overlay
private typealias Spinner = PlayerConfiguration.Spinner

@Suite("The options --overlay and --spin") struct OverlayOptionTests {
  private func configuration(_ arguments: String...) throws -> PlayerConfiguration {
    try PlayOptions.parse(arguments).configuration
  }

  @Test("may be repeated, in order") func order() throws {
    let asked = try configuration(
      "frames", "--overlay", "a.png@1,2", "--spin=w.png", "--overlay=b.png@3,4", "--spin", "v.png@2"
    )
    #expect(
      asked.overlays == [
        Overlay(picture: "a.png", x: .fromStart(1), y: .fromStart(2)),
        Overlay(picture: "b.png", x: .fromStart(3), y: .fromStart(4)),
      ])
    #expect(
      asked.spinners == [
        Spinner(picture: "w.png", duration: .seconds(1)),
        Spinner(picture: "v.png", duration: .seconds(2)),
      ])
    #expect(asked.source == "frames")
  }

  @Test("take the last @ for their own, and a minus sign from the other edge")
  func places() throws {
    let list: [(String, Overlay)] = [
      ("logo@2x.png@10,20", Overlay(picture: "logo@2x.png", x: .fromStart(10), y: .fromStart(20))),
      ("a@1,2@3,4", Overlay(picture: "a@1,2", x: .fromStart(3), y: .fromStart(4))),
      ("l.png@-20,-0", Overlay(picture: "l.png", x: .fromEnd(20), y: .fromEnd(0))),
      ("l.png@0,-7", Overlay(picture: "l.png", x: .fromStart(0), y: .fromEnd(7))),
      ("l.png@100000,0", Overlay(picture: "l.png", x: .fromStart(100_000), y: .fromStart(0))),
    ]
    for (text, overlay) in list {
      #expect(try configuration("--overlay", text).overlays == [overlay], "\(text)")
    }
  }

  @Test("take what is no number behind the @ for a part of the name") func names() throws {
    let list: [(String, Spinner)] = [
      ("w@2x.png", Spinner(picture: "w@2x.png")),
      ("w@2x.png@0.25", Spinner(picture: "w@2x.png", duration: .milliseconds(250))),
      ("@5", Spinner(picture: "@5")),
      ("w.png@", Spinner(picture: "w.png@")),
      ("w@3@0.001", Spinner(picture: "w@3", duration: .milliseconds(1))),
      ("w@86400", Spinner(picture: "w", duration: .seconds(86_400))),
    ]
    for (text, spinner) in list {
      #expect(try configuration("--spin", text).spinners == [spinner], "\(text)")
    }
  }

  @Test(
    "refuse places and times that mean nothing",
    arguments: [
      ("--overlay", "logo.png"), ("--overlay", "logo.png@"), ("--overlay", "logo.png@1"),
      ("--overlay", "logo.png@1,2,3"), ("--overlay", "logo.png@a,b"), ("--overlay", "@1,2"),
      ("--overlay", "logo.png@1.5,2"), ("--overlay", "logo.png@100001,0"),
      ("--overlay", "logo.png@1,--2"), ("--overlay", "logo.png@+1,2"),
      ("--overlay", "logo.png@99999999999999999999,0"),
      ("--spin", "wheel.png@0"), ("--spin", "wheel.png@0.0009"), ("--spin", "wheel.png@86400.1"),
    ])
  func refusals(option: String, value: String) {
    #expect {
      try PlayOptions.parse([option, value])
    } throws: { error in
      (error as? UsageError)?.message.hasPrefix("\(option) \(value): expected PICTURE") == true
    }
  }
}
