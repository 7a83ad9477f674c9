extension OutputChoice {
  /// The mode asked for, or by rank: the kernel's command line, the display's own wish, what is
  /// set already, the first.
  static func chooseMode(
    _ snapshot: CardSnapshot, _ request: OutputRequest, connector: Connector
  ) throws(DisplayError) -> (DisplayMode, String) {
    let sane = connector.modes.filter { mode in
      mode.isSane && UInt32(mode.hdisplay) <= snapshot.resources.maxWidth
        && UInt32(mode.vdisplay) <= snapshot.resources.maxHeight
    }
    switch request.mode {
    case .listed(let wanted):
      guard let mode = wanted.match(in: sane) else {
        throw DisplayError(
          .unknownMode,
          "\(connector.name) on \(snapshot.path) has no mode \(wanted). \(list(sane))")
      }
      return (mode, "Mode \(mode.title) was asked for.\(pacingNote(mode))")
    case .custom(let mode):
      return try checked(mode, snapshot, connector)
    case .automaticRate, nil: break
    }
    // An interlaced one on the kernel's command line was asked for as well.
    let progressive = sane.filter { !$0.isInterlaced || $0.isUserDefined }
    let usual = progressive.isEmpty ? sane : progressive
    var (mode, why) = try rank(usual, snapshot, connector)
    if request.mode == .automaticRate {
      (mode, why) = fit(request.contentRate, usual: (mode, why), among: usual)
    }
    return (mode, "Mode \(mode.title) \(why).\(pacingNote(mode))")
  }

  /// A timing of the user's own; the kernel takes what no display lists, and the driver tells.
  private static func checked(
    _ mode: DisplayMode, _ snapshot: CardSnapshot, _ connector: Connector
  ) throws(DisplayError) -> (DisplayMode, String) {
    let (width, height) = (snapshot.resources.maxWidth, snapshot.resources.maxHeight)
    guard UInt32(mode.hdisplay) <= width, UInt32(mode.vdisplay) <= height else {
      throw DisplayError(
        .unknownMode,
        "The timing \(mode.title) is larger than \(snapshot.path) can show on "
          + "\(connector.name): at most \(width)x\(height).")
    }
    let isKnown = connector.modes.contains { $0.hasSameTiming(as: mode) }
    return (
      mode,
      "Mode \(mode.title) was asked for by its timing"
        + (isKnown ? ", which \(connector.name) lists." : "; \(connector.name) does not list it.")
    )
  }

  private static func rank(
    _ modes: [DisplayMode], _ snapshot: CardSnapshot, _ connector: Connector
  ) throws(DisplayError) -> (DisplayMode, String) {
    if let mode = modes.first(where: \.isUserDefined) {
      return (mode, "was set on the kernel's command line")
    }
    if let mode = modes.first(where: \.isPreferred) {
      return (mode, "is the one that the display prefers")
    }
    if let crtc = snapshot.crtc(lighting: connector),
      let current = snapshot.crtcs.first(where: { $0.id == crtc })?.mode,
      let mode = modes.first(where: { $0.hasSameTiming(as: current) })
    {
      return (mode, "is set already, and the display prefers none")
    }
    if let mode = modes.first {
      return (mode, "is the first on the list, and the display prefers none")
    }
    let count = connector.modes.count
    throw DisplayError(
      .unknownMode,
      "None of the \(count) mode\(count == 1 ? "" : "s") of \(connector.name) on "
        + "\(snapshot.path) (driver \(snapshot.driverName)) can be shown: "
        + "\(connector.modes.prefix(4).map(\.title).joined(separator: ", ")). "
        + "The driver or the display's description (EDID) is at fault.")
  }

  private static func pacingNote(_ mode: DisplayMode) -> String {
    guard mode.refresh?.isPlausible != true else { return "" }
    let rate = mode.refresh.map { "\($0) Hz" } ?? "no rate"
    return " It says \(rate), which cannot be; it is taken for \(mode.pacingRefresh) Hz."
  }

  private static func list(_ modes: [DisplayMode]) -> String {
    var titles: [String] = []
    for mode in modes where !titles.contains(mode.title) { titles.append(mode.title) }
    let more = titles.count > 24 ? " and \(titles.count - 24) more" : ""
    return "It has \(titles.prefix(24).joined(separator: ", "))\(more): try --mode with one."
  }
}
