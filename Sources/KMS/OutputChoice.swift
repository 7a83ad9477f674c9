public import Pixels
public import Timing

/// What a user wants of the display; what is nil is left to the rules.
public struct OutputRequest: Sendable, Hashable {
  /// A connector's name, "HDMI-A-1".
  public var output: String?
  /// A mode.
  public var mode: ModeRequest?
  /// How pixels lie in the buffers.
  public var format: PixelFormat
  /// How pictures are turned.
  public var rotation: RotationRequest
  /// How fast the content changes, for `ModeRequest.automaticRate`; nil where that is not known.
  public var contentRate: FrameRate?

  /// Makes a request; by default everything is left to the rules.
  public init(
    output: String? = nil, mode: ModeRequest? = nil, format: PixelFormat = .xrgb8888,
    rotation: RotationRequest = .automatic, contentRate: FrameRate? = nil
  ) {
    self.contentRate = contentRate
    self.rotation = rotation
    self.output = output
    self.mode = mode
    self.format = format
  }
}

/// The output, mode and CRTC to play on, and why these.
public struct OutputChoice: Sendable, Hashable {
  /// The connector that leads to the display.
  public var connector: Connector
  /// The timing.
  public var mode: DisplayMode
  /// The CRTC that reads the pixels out.
  public var crtc: UInt32
  /// Its place in the kernel's list.
  public var crtcIndex: Int
  /// How pixels lie in the buffers.
  public var format: PixelFormat
  /// What the CRTC showed before, to be put back.
  public var savedCRTC: CRTCState
  /// The connectors that it fed then.
  public var savedConnectors: [UInt32]
  /// How pictures are turned to stand upright.
  public var orientation: Orientation
  /// Why, a sentence for each decision.
  public var reasons: [String]

  /// Sentences on what may not be as the user expects.
  public var warnings: [String] {
    guard connector.isTiled else { return [] }
    return [
      "\(connector.name) is one tile of a display that is made of several: only this part of it "
        + "shows pictures."
    ]
  }

  /// The sentence on the mode.
  public var modeReason: String? { reasons.first { $0.hasPrefix("Mode ") } }

  /// The visible pixels, as they are scanned out.
  public var size: PixelSize { PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay)) }

  /// The visible pixels, as who looks at pictures upright sees them.
  public var uprightSize: PixelSize { orientation.inverse.turned(size) }

  /// Makes a choice from everything that it consists of.
  public init(
    connector: Connector, mode: DisplayMode, crtc: UInt32, crtcIndex: Int, format: PixelFormat,
    savedCRTC: CRTCState, savedConnectors: [UInt32], orientation: Orientation = .upright,
    reasons: [String]
  ) {
    self.orientation = orientation
    self.connector = connector
    self.mode = mode
    self.crtc = crtc
    self.crtcIndex = crtcIndex
    self.format = format
    self.savedCRTC = savedCRTC
    self.savedConnectors = savedConnectors
    self.reasons = reasons
  }

  /// Chooses, by rules that can be explained.
  ///
  /// - Parameters:
  ///   - snapshot: what the card said.
  ///   - request: what the user wants.
  /// - Returns: the choice, with a reason for each part of it.
  /// - Throws: a sentence that lists what is there instead.
  public static func choose(from snapshot: CardSnapshot, for request: OutputRequest)
    throws(DisplayError) -> OutputChoice
  {
    let (connector, whyConnector) = try chooseConnector(snapshot, request)
    let (crtc, whyCRTC) = try chooseCRTC(snapshot, for: connector)
    let (mode, whyMode) = try chooseMode(snapshot, request, connector: connector)
    guard let index = snapshot.resources.crtcs.firstIndex(of: crtc),
      let saved = snapshot.crtcs.first(where: { $0.id == crtc })
    else {
      throw DisplayError(.refused, "\(snapshot.path) lists no CRTC \(crtc); try again.")
    }
    try checkFormat(request.format, snapshot, crtc: crtc, output: connector.name)
    let (orientation, whyOrientation) = chooseOrientation(request, on: connector)
    return OutputChoice(
      connector: connector, mode: mode, crtc: crtc, crtcIndex: index, format: request.format,
      savedCRTC: saved,
      savedConnectors: snapshot.connectors.filter { snapshot.crtc(lighting: $0) == crtc }
        .map(\.id),
      orientation: orientation,
      reasons: [whyConnector, whyMode, whyCRTC] + [whyOrientation].compactMap(\.self))
  }

  private static func checkFormat(
    _ format: PixelFormat, _ snapshot: CardSnapshot, crtc: UInt32, output: String
  ) throws(DisplayError) {
    // What does not tell is tried; adding the framebuffer tells.
    guard let formats = snapshot.formats[crtc], !formats.contains(format) else { return }
    let names = formats.map(\.rawValue).joined(separator: ", ")
    throw DisplayError(
      .formatUnsupported,
      "\(output) on \(snapshot.path) does not scan out \(format.rawValue); "
        + (names.isEmpty ? "nor any format known here." : "it takes \(names): try --format."))
  }
}
