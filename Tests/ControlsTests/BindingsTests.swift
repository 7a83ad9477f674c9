import Linux
import Pixels
import Testing
import Timing

@testable import Controls

@Suite struct BindingsTests {
  @Test func theDefaultsAreThoseOfTheCommandLine() {
    let words = Bindings.standard.list.map { "\($0.event)=\($0.action)" }
    #expect(
      words == [
        "esc=quit", "q=quit", "r=reverse", "space=toggle", "tap=toggle", "two-finger-tap=reverse",
      ])
  }

  @Test(
    arguments: [
      ("f1=start", 59, .start), ("key:power=stop", 116, .stop), ("escape=toggle", 1, .toggle),
      ("RETURN=Reverse", 28, .reverse), ("0=quit", 11, .quit),
      ("volumeup=seek:0", 115, .seek(frame: 0)),
      ("equal=seek:0123", 13, .seek(frame: 123)), ("space=none", 57, nil), ("red=stop", 398, .stop),
    ] as [(String, UInt32, Command?)])
  func bindsKeys(text: String, code: UInt32, command: Command?) throws {
    var bindings = Bindings.standard
    try bindings.bind(text)
    #expect(bindings[.key(code)] == command)
  }

  @Test func theLastBindingOfAnEventHolds() throws {
    var bindings = Bindings()
    try bindings.bind("tap=start")
    try bindings.bind("two-finger-tap=quit")
    try bindings.bind("tap=seek:7")
    #expect(bindings.list.map(\.action) == ["seek:7", "quit"])
    try bindings.bind("tap=none")
    #expect(bindings.list.map(\.event) == ["two-finger-tap"])
  }

  @Test(arguments: [
    ("space", "“space” is no binding. Write EVENT=ACTION"),
    ("spcae=toggle", "There is no event “spcae” to bind in “spcae=toggle”. Did you mean “space”?"),
    ("key:spcae=toggle", "There is no key “spcae”"),
    ("two-fingertap=quit", "Did you mean “two-finger-tap”?"),
    ("=quit", "There is no event “”"),
    ("tap=tuggle", "There is no action “tuggle” to bind in “tap=tuggle”. Did you mean “toggle”?"),
    ("tap=", "There is no action “”"),
    ("tap=seek", "“seek” in “tap=seek” names no frame. Write seek:N"),
    ("tap=seek:", "names no frame"),
    ("tap=seek:-1", "names no frame"),
    ("tap=seek:+1", "names no frame"),
    ("tap=seek:99999999999999999999", "names no frame"),
    ("tap=start=stop", "There is no action “start=stop”"),
  ])
  func saysWhatIsWrong(text: String, sentence: String) {
    var bindings = Bindings.standard
    let error = #expect(throws: BindingError.self) { try bindings.bind(text) }
    #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    #expect(bindings == .standard)
  }

  @Test func everyWordForAnActionIsUnderstood() throws {
    for command in [.start, .stop, .toggle, .reverse, .seek(frame: 3), .quit] as [Command] {
      var bindings = Bindings()
      try bindings.bind("a=" + Bindings.word(for: command))
      #expect(bindings[.key(30)] == command)
    }
  }

  static let header = "/usr/include/linux/input-event-codes.h"

  @Test(.enabled(if: File.kind(of: header) == .plain, "needs the kernel's headers"))
  func namesAreThoseOfTheKernel() throws {
    let text = String(decoding: try File.read(BindingsTests.header), as: UTF8.self)
    var kernel: [String: UInt32] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("#define KEY_") {
      let words = line.split { $0 == " " || $0 == "\t" }
      let number =
        words[2].hasPrefix("0x") ? UInt32(words[2].dropFirst(2), radix: 16) : UInt32(words[2])
      if let number { kernel[words[1].dropFirst(4).lowercased()] = number }
    }
    #expect(kernel.count > 400)
    for name in InputCode.names where name != "escape" && name != "return" {
      #expect(InputCode.code(of: name) == kernel[name], "\(name)")
    }
    // Whatever an ordinary keyboard has must have a name.
    for (name, code) in kernel where code > 0 && code < 195 && !name.hasSuffix("direction") {
      #expect(InputCode.names.contains(InputCode.name(of: code)), "\(name)")
    }
  }

  @Test func inputsBecomeCommands() throws {
    var bindings = Bindings.standard
    try bindings.bind("two-finger-tap=none")
    var interpreter = InputInterpreter(
      bindings: bindings, screen: PixelSize(width: 800, height: 480))
    let inputs: [RawInput] = [
      .key(device: 0, code: 57, isDown: true, time: 0),
      .key(device: 0, code: 57, isDown: false, time: 1),
      .key(device: 0, code: 58, isDown: true, time: 2),
      down(0, at: 3), up(0, at: 4), .touchFrame(device: 1, time: 4_000_000),
      down(0, at: 5), down(1, at: 5), up(0, at: 6), up(1, at: 6),
      .touchFrame(device: 1, time: 6_000_000),
      .key(device: 0, code: 16, isDown: true, time: 7_000_000),
    ]
    #expect(inputs.flatMap { interpreter.take($0) } == [.toggle, .toggle, .quit])
  }
}
