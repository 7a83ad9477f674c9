public import Controls
public import Frames
public import KMS
public import Linux
public import Pixels
public import Timing

/// Everything that a player can be asked, with the defaults of the command line.
public struct PlayerConfiguration: Sendable {
  /// Where pictures go.
  public enum Display: Sendable, Hashable {
    /// The kernel's display.
    case drm
    /// A simulated one, by its description: `1920x1080@60`; nil for that.
    case fake(String?)
  }

  /// Which clock time comes from.
  public enum Clock: String, Sendable, CaseIterable {
    /// The kernel's.
    case real
    /// One that runs as fast as it can; simulated display only.
    case virtual
  }

  /// Where fingers and keys come from.
  public enum Input: Sendable, Hashable {
    /// All devices of the seat, through udev.
    case automatic
    /// None.
    case none
    /// One device node.
    case path(String)
  }

  /// What becomes of the screen when the playback has run to its end, and when the player ends in
  /// any other way: quit, by a signal, by SIGKILL.
  public enum AtEnd: String, Sendable, CaseIterable {
    /// The player stays, with the last frame up; that stays up when the player ends.
    case hold
    /// The player ends, and the screen stays black.
    case black
    /// The player ends and puts back what was on screen before.
    case restore
  }

  /// What happens with a frame that cannot be decoded.
  public enum OnBadFrame: String, Sendable, CaseIterable {
    /// The picture before it stays up for its time.
    case hold
    /// The next good frame is shown in its time.
    case skip
    /// The program ends with an error.
    case stop
  }

  /// What happens when a frame is not decoded in time.
  public enum Late: String, Sendable, CaseIterable {
    /// Time goes on: frames whose time has passed are left out.
    case drop
    /// Time waits: every frame is shown.
    case slow
  }

  /// Whether another virtual terminal may come to the front while the player runs.
  public enum TerminalSwitching: String, Sendable, CaseIterable {
    /// By chvt, and by Ctrl, Alt and a function key.
    case allow
    /// By nobody.
    case lock
  }

  /// How pictures share several outputs.
  public enum Arrangement: String, Sendable, CaseIterable {
    /// Each shows all of them, fitted for itself.
    case mirror
    /// One picture goes across all, side by side in the order named: see `ScreenArrangement`.
    case extend
    /// Each shows a source of its own, in the order named.
    case each
  }

  /// How fast the frames follow one another.
  public enum Pace: Sendable, Hashable {
    /// Frames a second.
    case rate(FrameRate)
    /// Nanoseconds of one cycle through all frames.
    case duration(Int64)
  }

  /// The frames: a directory, a `printf` pattern, a glob, a file; none for the built-in test card.
  ///
  /// Or a scene file, which says what is to be seen. Several are for `Arrangement.each`.
  public var sources: [String] = []
  /// The first of them, and the only one but for `Arrangement.each`.
  public var source: String? {
    get { sources.first }
    set { sources = newValue.map { [$0] } ?? [] }
  }
  /// How fast the frames follow one another.
  public var pace: Pace = .rate(.standard)
  /// How many cycles are played.
  public var repeatCount: RepeatCount = .forever
  /// Whether the last frame comes first.
  public var isReversed = false
  /// Whether a cycle goes there and back.
  public var autoreverses = false
  /// The frame to begin at, from 0; nil for the first in playing order.
  public var startFrame: Int?
  /// What happens when a frame is not decoded in time.
  public var late: Late = .drop
  /// Nanoseconds after the first picture at which the player quits; nil for never.
  public var timeLimit: Int64?
  /// Bytes that decoded frames may take.
  public var budget = 256 << 20
  /// Which decoded frames are kept.
  public var cache: CacheMode = .window
  /// How a frame is laid out on the screen.
  public var fit: Fit = .contain
  /// How pictures are turned on the display.
  public var rotation: RotationRequest = .automatic
  /// The colour around and behind the frames.
  public var background: Color = .black
  /// Pictures that lie over what is played, the last in front.
  public var overlays: [Overlay] = []
  /// Pictures that turn in the middle of the screen, over all else.
  public var spinners: [Spinner] = []
  /// Where pictures go.
  public var display: Display = .drm
  /// The device node of the card; nil to choose.
  public var card: String?
  /// The connectors, by name or all that are connected.
  public var outputs: OutputSelection = .automatic
  /// The name of the one connector that is asked for; nil to choose, or where several are.
  public var output: String? {
    get {
      guard case .named(let names) = outputs, names.count == 1 else { return nil }
      return names[0]
    }
    set { outputs = newValue.map { .named([$0]) } ?? .automatic }
  }
  /// How pictures share several outputs.
  public var arrangement: Arrangement = .mirror
  /// The mode asked for; nil to choose.
  public var mode: ModeRequest?
  /// Nanoseconds that a display is waited for at the start; nil for as long as it takes.
  public var displayPatience: Int64?
  /// Nanoseconds that the display which the machine's firmware set up (`simpledrm`, `ofdrm`) is left
  /// alone at the start, in wait for the driver of the graphics itself; 0 starts on it at once.
  public var driverPatience: Int64 = 0
  /// Nanoseconds between looks at a display with a still picture, for whether another program or the
  /// console has taken it; nil for none: the next picture tells.
  public var checkInterval: Int64?
  /// Which of the kernel's ways of setting modes is used.
  public var kms: KMSInterface = .automatic
  /// The pixel format of the screen.
  public var format: FormatRequest = .automatic
  /// The virtual terminal that the player has for itself, so that keys reach no shell.
  public var terminal: TerminalChoice.Request = .automatic
  /// Whether devices come through the broker of a seat, which then has the terminal as well.
  public var seat: SeatChoice.Request = .automatic
  /// Whether another virtual terminal may come to the front.
  public var terminalSwitching: TerminalSwitching = .allow
  /// Where fingers and keys come from.
  public var input: Input = .automatic
  /// Which output a touch screen lies on, where udev does not say or not rightly.
  public var touchScreens: [TouchBinding.Wish] = []
  /// What fingers and keys do, beyond or instead of the defaults: `EVENT=ACTION`.
  public var bindings: [String] = []
  /// What becomes of the screen at the end.
  public var atEnd: AtEnd = .restore
  /// What happens with a frame that cannot be decoded.
  public var onBadFrame: OnBadFrame = .hold
  /// Where events go, one JSON object a line: a path, or `-` for standard output.
  public var events: String?
  /// A directory for a PNG of each picture scanned out; simulated display only.
  public var capture: String?
  /// A PNG for a contact sheet of what was scanned out; simulated display only.
  public var contactSheet: String?
  /// An SVG for a picture of the flip timing.
  public var timingPlot: String?
  /// Which clock time comes from.
  public var clock: Clock = .real

  /// A configuration with every default.
  public init(source: String? = nil) { sources = source.map { [$0] } ?? [] }
}
