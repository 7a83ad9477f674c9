public import Pixels
public import Timing

/// Which outputs a user wants pictures on.
public enum OutputSelection: Sendable, Hashable {
  /// One, by the rules.
  case automatic
  /// Those of these names, in this order; a name twice counts once.
  case named([String])
  /// Every one that a display is connected to.
  case allConnected
}

/// What a user says of how pixels lie in the buffers.
public enum FormatRequest: Sendable, Hashable {
  /// `xrgb8888` where the display scans that out, and what it has instead otherwise.
  case automatic
  /// This one.
  case fixed(PixelFormat)

  /// 32 bits a pixel, which nearly every display scans out.
  public static let xrgb8888 = FormatRequest.fixed(.xrgb8888)
  /// 16 bits a pixel.
  public static let rgb565 = FormatRequest.fixed(.rgb565)

  /// The format to lay pictures out in where there is no display to ask.
  public var usual: PixelFormat {
    if case .fixed(let format) = self { format } else { .xrgb8888 }
  }
}

/// What a user wants of the display; what is not given is left to the rules.
public struct OutputRequest: Sendable, Hashable {
  /// Which connectors.
  public var outputs: OutputSelection = .automatic
  /// A mode.
  public var mode: ModeRequest?
  /// How pixels lie in the buffers.
  public var format: FormatRequest
  /// How pictures are turned.
  public var rotation: RotationRequest
  /// How fast the content changes, for `ModeRequest.automaticRate`; nil where that is not known.
  public var contentRate: FrameRate?

  /// Whether the display that the machine's firmware set up is left alone, since the driver of the
  /// graphics itself is to come and takes its place: `simpledrm` and its like.
  public var avoidsFirmwareDisplays = false

  /// Makes a request; by default everything is left to the rules.
  ///
  /// - Parameter output: a connector's name, "HDMI-A-1"; nil for one by the rules.
  public init(
    output: String? = nil, mode: ModeRequest? = nil, format: FormatRequest = .xrgb8888,
    rotation: RotationRequest = .automatic, contentRate: FrameRate? = nil
  ) {
    self.contentRate = contentRate
    self.rotation = rotation
    if let output { outputs = .named([output]) }
    self.mode = mode
    self.format = format
  }

  /// The one connector that is asked for by name; nil where none or several are.
  public var output: String? {
    get {
      guard case .named(let names) = outputs, names.count == 1 else { return nil }
      return names[0]
    }
    set { outputs = newValue.map { .named([$0]) } ?? .automatic }
  }
}
