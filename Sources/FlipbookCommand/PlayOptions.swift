import Controls
import Flipbook
import Frames
import KMS
import Linux
import Pixels
import Timing

/// The options of `flipbook play`, and what each sets.
enum PlayOptions {
  static let all: [OptionSpecification] = [
    .init("--fps", "N", group: "Time", "frames a second: 30, 12.5, 23.976, 30000/1001 (30)"),
    .init("--duration", "SECONDS", group: "Time", "of one cycle, instead of --fps"),
    .init("--repeat", "N|forever", group: "Time", "cycles to play; fractions too (forever)"),
    .init("--reverse", group: "Time", "the last frame first"),
    .init("--autoreverse", group: "Time", "there and back is one cycle"),
    .init("--start-at", "FRAME", group: "Time", "the frame to begin at, from 0"),
    .init("--late", "drop|slow", group: "Time", "leave late frames out, or let time wait (drop)"),
    .init("--for", "SECONDS", group: "Time", "quit so long after the first picture"),
    .init("--budget", "SIZE", group: "Memory", "bytes for decoded frames: 64MiB, 1GiB (256MiB)"),
    .init("--cache", "window|none|all", group: "Memory", "which decoded frames are kept (window)"),
    .init(
      "--fit", "contain|cover|stretch|none", group: "Layout", "a frame on the screen (contain)"),
    .init(
      "--rotate", "0|90|180|270|auto", group: "Layout",
      "degrees clockwise, or as the panel is built in (auto)"),
    .init("--background", "#RRGGBB", group: "Layout", "around and behind the frames (#000000)"),
    .init(
      "--overlay", "PICTURE@X,Y", group: "Layout",
      "a picture over the frames, see below; may be repeated"),
    .init(
      "--spin", "PICTURE[@SECONDS]", group: "Layout",
      "a picture that turns in the middle, a turn in so long (1); may be repeated"),
    .init("--display", "drm|fake[:WxH[@HZ][+WxH…]]", group: "Display", "real or simulated (drm)"),
    .init("--card", "PATH", group: "Display", "the card's device node (as probe chooses)"),
    .init(
      "--wait", "SECONDS|forever", group: "Display",
      "for a display at the start: for a card, a cable, another program (forever)"),
    .init(
      "--wait-driver", "SECONDS", group: "Display",
      "for the graphics' driver, before the firmware's display (simpledrm) is used (0)"),
    .init(
      "--check", "SECONDS|never", group: "Display",
      "look so often whether a still picture is still up, and show it again (never)"),
    .init(
      "--output", "NAME|all", group: "Display",
      "a connector: HDMI-A-1; may be repeated; all that are connected (as probe chooses)"),
    .init(
      "--arrange", "mirror|extend|each", group: "Display",
      "on several outputs: the same, one picture across, a SOURCE each (mirror)"),
    .init(
      "--mode", "WxH[@HZ]|auto-rate|TIMING", group: "Display",
      "one that probe lists, one to fit the frames' rate, or a mode line (as probe chooses)"),
    .init(
      "--kms", "auto|atomic|legacy", group: "Display",
      "the kernel's way of setting modes: atomic commits or the older calls (auto)"),
    .init(
      "--format", "xrgb8888|rgb565|auto", group: "Display",
      "of a pixel; auto is rgb565 where xrgb8888 is not to be had (auto)"),
    .init(
      "--vt", "auto|none|N", group: "Display",
      "virtual terminal to have for itself (the one it is started on)"),
    .init(
      "--seat", "auto|none", group: "Display",
      "through seatd or logind what cannot be opened otherwise (auto)"),
    .init(
      "--vt-switch", "allow|lock", group: "Display", "may another come to the front (allow)"),
    .init("--input", "auto|none|PATH", group: "Input", "touch screens and keyboards (auto)"),
    .init(
      "--touch", "DEVICE=OUTPUT", group: "Input",
      "the output that a touch screen is on (as udev says, else built in); may be repeated"),
    .init(
      "--bind", "EVENT=ACTION", group: "Input", "such as f5=seek:0, see below; may be repeated"),
    .init(
      "--at-end", "hold|black|restore", group: "End", "last frame up, black, as before (restore)"
    ),
    .init("--on-bad-frame", "hold|skip|stop", group: "End", "a frame that is no picture (hold)"),
    .init("--events", "PATH|-", group: "Observing", "one JSON object a line for what happens"),
    .init("--stats", group: "Observing", "one JSON object of figures on exit"),
    .init("--capture", "DIR", group: "Observing", "a PNG of each picture scanned out (fake only)"),
    .init(
      "--contact-sheet", "PNG", group: "Observing", "an overview of what was shown (fake only)"),
    .init("--timing-plot", "SVG", group: "Observing", "when each frame was on the screen"),
    .init(
      "--clock", "real|virtual", group: "Observing", "virtual does not wait for time (fake only)"),
  ]

  /// What `play` was told: a configuration and whether to print figures.
  struct Result {
    var configuration: PlayerConfiguration
    var printsStatistics = false
  }

  /// Reads the command line of `play`.
  ///
  /// - Parameter display: what `--display` is where it is not given; from the environment.
  static func parse(
    _ arguments: some Sequence<String>, display: String? = nil
  ) throws(UsageError) -> Result {
    var parsed = try ParsedArguments.parse(arguments, options: all)
    if let display, !parsed.options.contains(where: { $0.name == "--display" }) {
      parsed.options.append(ParsedArguments.Option(name: "--display", value: display))
    }
    var result = Result(configuration: PlayerConfiguration())
    result.configuration.sources = parsed.operands
    for option in parsed.options { try apply(option, to: &result) }
    try OutputOptions.check(result.configuration)
    let given = Set(parsed.options.map(\.name))
    if given.isSuperset(of: ["--fps", "--duration"]) {
      throw UsageError(message: "--fps and --duration exclude one another: give one of them.")
    }
    try checkDisplay(result.configuration)
    return result
  }

  private static func apply(_ option: ParsedArguments.Option, to result: inout Result)
    throws(UsageError)
  {
    let value = option.value
    switch option.name {
    case "--fps":
      guard let rate = FrameRate(parsing: value) else {
        throw bad(option, "a number between 0.001 and 1000, such as 25 or 30000/1001")
      }
      result.configuration.pace = .rate(rate)
    case "--duration": result.configuration.pace = .duration(try seconds(option))
    case "--repeat":
      guard let count = RepeatCount(parsing: value) else {
        throw bad(option, "forever or a number above 0, such as 3 or 1.5")
      }
      result.configuration.repeatCount = count
    case "--reverse": result.configuration.isReversed = true
    case "--autoreverse": result.configuration.autoreverses = true
    case "--start-at":
      guard let frame = Int(value), frame >= 0 else { throw bad(option, "a frame number from 0") }
      result.configuration.startFrame = frame
    case "--late": result.configuration.late = try choice(option)
    case "--for": result.configuration.timeLimit = try seconds(option)
    case "--budget":
      guard let bytes = ByteCount.parse(value), bytes > 0 else {
        throw bad(option, "a size such as 64MiB, 500MB or 1GiB")
      }
      result.configuration.budget = bytes
    case "--cache": result.configuration.cache = try choice(option)
    case "--fit": result.configuration.fit = try choice(option)
    case "--rotate":
      if value == "auto" {
        result.configuration.rotation = .automatic
      } else if let degrees = Int(value), 0..<360 ~= degrees,
        let orientation = Orientation(degrees: degrees)
      {
        result.configuration.rotation = .fixed(orientation)
      } else {
        throw bad(option, "0, 90, 180, 270 or auto")
      }
    case "--background":
      guard let color = Color(hexadecimal: value) else { throw bad(option, "such as #102030") }
      result.configuration.background = color
    case "--overlay":
      guard let overlay = PlayerConfiguration.Overlay(parsing: value) else {
        throw bad(option, "PICTURE@X,Y such as logo.png@20,20, or @-20,-20 from right and bottom")
      }
      result.configuration.overlays.append(overlay)
    case "--spin":
      guard let spinner = PlayerConfiguration.Spinner(parsing: value) else {
        throw bad(option, "PICTURE or PICTURE@SECONDS, seconds from 0.001 to 86400")
      }
      result.configuration.spinners.append(spinner)
    case "--display": result.configuration.display = try display(option)
    case "--card": result.configuration.card = value
    case "--wait":
      switch value {
      case "forever": result.configuration.displayPatience = nil
      case "0": result.configuration.displayPatience = 0
      default: result.configuration.displayPatience = try seconds(option)
      }
    case "--wait-driver":
      result.configuration.driverPatience = value == "0" ? 0 : try seconds(option)
    case "--check":
      result.configuration.checkInterval = value == "never" ? nil : try seconds(option)
    case "--output": try OutputOptions.add(output: value, to: &result.configuration)
    case "--arrange": result.configuration.arrangement = try choice(option)
    case "--touch":
      guard let wish = TouchBinding.Wish(parsing: value) else {
        throw bad(option, "DEVICE=OUTPUT such as event3=HDMI-A-1")
      }
      result.configuration.touchScreens.append(wish)
    case "--mode":
      do {
        result.configuration.mode = try ModeRequest.parse(value)
      } catch {
        throw UsageError(message: "\(error)")
      }
    case "--kms": result.configuration.kms = try choice(option)
    case "--format":
      result.configuration.format = try format(option)
    case "--vt": result.configuration.terminal = try terminal(option)
    case "--seat": result.configuration.seat = try choice(option)
    case "--vt-switch": result.configuration.terminalSwitching = try choice(option)
    case "--input":
      result.configuration.input =
        value == "auto" ? .automatic : value == "none" ? .none : .path(value)
    case "--bind": result.configuration.bindings.append(value)
    case "--at-end": result.configuration.atEnd = try choice(option)
    case "--on-bad-frame": result.configuration.onBadFrame = try choice(option)
    case "--events": result.configuration.events = value
    case "--stats": result.printsStatistics = true
    case "--capture": result.configuration.capture = value
    case "--contact-sheet": result.configuration.contactSheet = value
    case "--timing-plot": result.configuration.timingPlot = value
    default: result.configuration.clock = try choice(option)
    }
  }

  private static func display(_ option: ParsedArguments.Option)
    throws(UsageError) -> PlayerConfiguration.Display
  {
    let parts = option.value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts[0], parts.count) {
    case ("drm", 1): return .drm
    case ("fake", 1): return .fake(nil)
    case ("fake", 2): return .fake(String(parts[1]))
    default: throw bad(option, "drm, fake, or fake:1280x720@50")
    }
  }

  private static func format(_ option: ParsedArguments.Option) throws(UsageError) -> FormatRequest {
    if option.value == "auto" { return .automatic }
    guard let format = PixelFormat(rawValue: option.value), format != .argb8888 else {
      throw bad(option, "one of: xrgb8888, rgb565, auto")
    }
    return .fixed(format)
  }

  private static func terminal(_ option: ParsedArguments.Option)
    throws(UsageError) -> TerminalChoice.Request
  {
    switch option.value {
    case "auto": return .automatic
    case "none": return .none
    default:
      guard let number = Int(option.value), (1...63).contains(number) else {
        throw bad(option, "auto, none, or N of a /dev/ttyN, from 1 to 63")
      }
      return .number(number)
    }
  }

  private static func checkDisplay(_ configuration: PlayerConfiguration) throws(UsageError) {
    guard configuration.display == .drm else { return }
    let needsFake = [
      ("--clock virtual", configuration.clock == .virtual),
      ("--capture", configuration.capture != nil),
      ("--contact-sheet", configuration.contactSheet != nil),
    ]
    for (name, isGiven) in needsFake where isGiven {
      throw UsageError(message: "\(name) needs a simulated display: add --display fake.")
    }
  }

  private static func seconds(_ option: ParsedArguments.Option) throws(UsageError) -> Int64 {
    guard let nanoseconds = Decimal.nanoseconds(ofSeconds: option.value), nanoseconds > 0 else {
      throw bad(option, "seconds above 0, such as 2 or 0.5")
    }
    return nanoseconds
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: ParsedArguments.Option
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: option.value) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    let suggestion = closest(to: option.value, in: names).map { " Did you mean \($0)?" } ?? ""
    throw UsageError(
      message:
        "\(option.name) \(option.value): expected one of \(names.joined(separator: ", ")).\(suggestion)"
    )
  }

  private static func bad(_ option: ParsedArguments.Option, _ expected: String) -> UsageError {
    UsageError(
      message: "\(option.name) \(option.value): expected \(expected).",
      help: all.first { $0.name == option.name }?.line)
  }
}

extension Color {
  /// Reads `#RRGGBB`; the number sign may be left out.
  init?(hexadecimal text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let word = UInt32(digits, radix: 16)
    else { return nil }
    self.init(
      red: UInt8(word >> 16), green: UInt8(word >> 8 & 0xFF), blue: UInt8(word & 0xFF))
  }
}
