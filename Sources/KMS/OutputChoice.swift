public import Pixels

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

  /// The sentence on the format; nil where it is as always.
  public var formatReason: String? { reasons.first { $0.hasPrefix("Format ") } }

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
    let crtc = try chooseCRTC(snapshot, for: connector)
    let mode = try chooseMode(snapshot, request, connector: connector)
    return try make(
      snapshot, request, connector: (connector, whyConnector), crtc: crtc, mode: mode)
  }

  /// Puts a choice together from its parts, each with its reason.
  static func make(
    _ snapshot: CardSnapshot, _ request: OutputRequest, connector: (Connector, String),
    crtc: (UInt32, String), mode: (DisplayMode, String)
  ) throws(DisplayError) -> OutputChoice {
    let (connector, whyConnector) = connector
    guard let index = snapshot.resources.crtcs.firstIndex(of: crtc.0),
      let saved = snapshot.crtcs.first(where: { $0.id == crtc.0 })
    else {
      throw DisplayError(.refused, "\(snapshot.path) lists no CRTC \(crtc.0); try again.")
    }
    let (format, whyFormat) = try chooseFormat(
      request.format, snapshot, crtc: crtc.0, output: connector.name)
    let (orientation, whyOrientation) = chooseOrientation(request, on: connector)
    return OutputChoice(
      connector: connector, mode: mode.0, crtc: crtc.0, crtcIndex: index, format: format,
      savedCRTC: saved,
      savedConnectors: snapshot.connectors.filter { snapshot.crtc(lighting: $0) == crtc.0 }
        .map(\.id),
      orientation: orientation,
      reasons: [whyConnector, mode.1, crtc.1] + [whyFormat, whyOrientation].compactMap(\.self))
  }
}
