import Flipbook
import Frames
import KMS
import Linux
import Pixels
import Testing
import Timing

@testable import FlipbookCommand

/// The message that a wrong command line of `play` gets.
private func complaint(_ arguments: String...) -> String? {
  do {
    _ = try PlayOptions.parse(arguments)
    return nil
  } catch {
    return error.message
  }
}

private func configuration(_ arguments: String...) throws -> PlayerConfiguration {
  try PlayOptions.parse(arguments).configuration
}

@Suite("The options of play") struct OptionTests {
  @Test("take a terminal by number, or none") func terminals() throws {
    #expect(try configuration("frames").terminal == .automatic)
    #expect(try configuration("frames", "--vt", "7").terminal == .number(7))
    let asked = try configuration("frames", "--vt=none", "--vt-switch", "lock")
    #expect(asked.terminal == TerminalChoice.Request.none)
    #expect(asked.terminalSwitching == .lock)
    #expect(complaint("frames", "--vt", "64")?.hasPrefix("--vt 64: expected auto, none") == true)
    #expect(complaint("frames", "--vt", "tty3") != nil)
  }

  @Test("set what they name, joined or apart") func set() throws {
    let asked = try configuration(
      "frames", "--fps", "23.976", "--repeat=2.5", "--reverse", "--autoreverse", "--start-at", "7",
      "--late", "slow", "--for", "1.5", "--budget", "64MiB", "--cache", "all", "--fit", "cover",
      "--background", "#102030", "--display", "fake:320x180@50", "--format", "rgb565",
      "--input", "none", "--bind", "tap=quit", "--at-end", "hold", "--on-bad-frame", "skip",
      "--events", "-", "--clock", "virtual", "--output", "HDMI-A-1", "--mode", "1280x720@50",
      "--rotate", "270", "--kms", "legacy")
    #expect(asked.source == "frames")
    #expect(asked.pace == .rate(FrameRate(numerator: 24000, denominator: 1001)))
    #expect(asked.repeatCount == .times(2.5))
    #expect(asked.isReversed && asked.autoreverses)
    #expect(asked.startFrame == 7)
    #expect(asked.late == .slow)
    #expect(asked.timeLimit == 1_500_000_000)
    #expect(asked.budget == 64 << 20)
    #expect(asked.cache == .all)
    #expect(asked.fit == .cover)
    #expect(asked.background == Color(red: 16, green: 32, blue: 48))
    #expect(asked.display == .fake("320x180@50"))
    #expect(asked.format == .rgb565)
    #expect(try configuration("--format", "auto").format == .automatic)
    #expect(asked.input == .none)
    #expect(asked.bindings == ["tap=quit"])
    #expect(asked.atEnd == .hold)
    #expect(asked.onBadFrame == .skip)
    #expect(asked.events == "-")
    #expect(asked.clock == .virtual)
    #expect(asked.output == "HDMI-A-1")
    #expect(asked.mode == ModeRequest(width: 1280, height: 720, millihertz: 50_000))
    #expect(asked.kms == .legacy)
    #expect(asked.rotation == .fixed(.threeQuarters))
  }

  @Test("have the defaults of the design") func defaults() throws {
    let asked = try configuration()
    #expect(asked.source == nil)
    #expect(asked.pace == .rate(FrameRate(numerator: 30, denominator: 1)))
    #expect(asked.repeatCount == .forever)
    #expect(asked.fit == .contain)
    #expect(asked.rotation == .automatic)
    #expect(asked.kms == .automatic)
    #expect(try configuration("--mode", "auto-rate").mode == .automaticRate)
    #expect(complaint("--kms", "atomik")?.contains("Did you mean atomic?") == true)
    #expect(asked.display == .drm)
    #expect(asked.atEnd == .restore)
    #expect(asked.input == .automatic)
  }

  @Test("take the display from the environment where the command line says none")
  func environment() throws {
    #expect(try PlayOptions.parse([], display: "fake").configuration.display == .fake(nil))
    let both = try PlayOptions.parse(["--display", "drm"], display: "fake")
    #expect(both.configuration.display == .drm)
  }

  @Test("take what follows -- as a source, whatever it looks like") func dashes() throws {
    #expect(try configuration("--", "--fps").source == "--fps")
    #expect(try configuration("-").source == "-")
  }

  @Test("that are wrong get the nearest right word") func suggestions() {
    #expect(complaint("--fsp", "3") == "Unknown option --fsp. Did you mean --fps?")
    #expect(complaint("--fit", "contian")?.contains("Did you mean contain?") == true)
    #expect(complaint("--xyzzy") == "Unknown option --xyzzy.")
    for wrong in ["45", "360", "-90", "left"] {
      #expect(
        complaint("--rotate=\(wrong)")
          == "--rotate \(wrong): expected 0, 90, 180, 270 or auto.")
    }
  }

  @Test(
    "refuse values that mean nothing, naming option and value",
    arguments: [
      ("--fps", "0"), ("--fps", "fast"), ("--fps", "-1"), ("--duration", "0"), ("--repeat", "0"),
      ("--repeat", "never"), ("--start-at", "-1"), ("--late", "maybe"), ("--budget", "lots"),
      ("--budget", "0"), ("--cache", "some"), ("--background", "#12345"), ("--background", "blue"),
      ("--display", "x11"), ("--format", "argb8888"), ("--at-end", "blank"), ("--clock", "sun"),
      ("--for", "0"), ("--mode", "big"), ("--mode", "0x0"),
    ])
  func values(option: String, value: String) {
    let message = complaint(option, value)
    #expect(message?.contains(value) == true, "\(message ?? "accepted")")
  }

  @Test("miss a value, contradict one another or need a simulated display") func combinations() {
    #expect(complaint("--fps") == "Missing value for --fps N.")
    #expect(complaint("--capture=") == "Missing value for --capture DIR.")
    #expect(complaint("--events", "") == "Missing value for --events PATH|-.")
    #expect(complaint("--reverse=yes") == "Option --reverse takes no value.")
    #expect(complaint("--fps", "3", "--duration", "2")?.contains("exclude") == true)
    #expect(complaint("a", "b")?.contains("one SOURCE") == true)
    #expect(complaint("--clock", "virtual")?.contains("--display fake") == true)
    #expect(complaint("--capture", "x")?.contains("--display fake") == true)
  }
}

@Suite("Sizes") struct ByteCountTests {
  @Test(
    "are read in powers of two and of ten",
    arguments: [
      ("64MiB", 64 << 20), ("64m", 64 << 20), ("1.5GiB", 3 << 29), ("500MB", 500_000_000),
      ("100", 100), ("2k", 2048), ("7B", 7),
    ])
  func reads(text: String, bytes: Int) {
    #expect(ByteCount.parse(text) == bytes)
  }

  @Test(
    "are told in the units of a budget, rounded up",
    arguments: [
      (0, "0 bytes"), (1023, "1023 bytes"), (1024, "1 KiB"), (1025, "1.1 KiB"),
      (64 << 20, "64 MiB"),
      (8_294_400, "8 MiB"), (8_716_424, "8.4 MiB"), (497_664_000, "475 MiB"), (3 << 30, "3072 MiB"),
    ])
  func tells(bytes: Int, text: String) {
    #expect(ByteCount.describe(bytes) == text)
  }

  @Test("that are none are refused", arguments: ["", "MiB", "-1", "1e9", "999999999999GiB", "5XB"])
  func refuses(text: String) {
    #expect(ByteCount.parse(text) == nil)
  }
}

@Suite("The tool") struct CommandLineToolTests {
  @Test("answers the exit statuses of the design") func statuses() {
    #expect(CommandLineTool.run(["--version"]) == 0)
    #expect(CommandLineTool.run(["play", "--help"]) == 0)
    #expect(CommandLineTool.run(["plya"]) == 64)
    #expect(CommandLineTool.run([]) == 64)
    #expect(CommandLineTool.run(["play", "--fps"]) == 64)
    #expect(CommandLineTool.run(["play", "/nonexistent", "--display", "fake"]) == 1)
    #expect(CommandLineTool.run(["play", "--card", "/dev/dri/card99", "--wait", "0"]) == 69)
  }

  @Test("shows every option of a command in its help") func help() {
    for option in PlayOptions.all { #expect(PlayCommand.helpText.contains("\(option.name) ")) }
  }

  @Test("tells in its help what can be bound, what is bound, and the exit statuses") func notes() {
    let help = PlayCommand.helpText
    #expect(help.contains("seek:FRAME") && help.contains("two-finger-tap=reverse"))
    #expect(help.contains("space=toggle") && help.contains("69 no usable display"))
    #expect(help.hasSuffix("signal N.\n") && !help.contains("\n\n\n"))
  }
}

@Suite("Names in messages") struct PrintableTests {
  @Test("cannot command a terminal") func control() {
    #expect("ä 4.png".printable == "ä 4.png")
    #expect("\u{1B}[2J\n\u{9B}1m\u{7F}".printable == "\\u{1B}[2J\\n\\u{009B}1m\\u{7F}")
  }
}
