/// How often a screen is scanned, exactly: a fraction, since 59.94 is none of the decimals.
public struct RefreshRate: Sendable, Hashable, CustomStringConvertible {
  /// Scans in `denominator` seconds.
  public let numerator: UInt64
  /// Seconds.
  public let denominator: UInt64

  /// Makes a rate from a fraction in Hz; neither part may be 0.
  public init(_ numerator: UInt64, over denominator: UInt64 = 1) {
    precondition(numerator > 0 && denominator > 0, "a refresh rate is a positive fraction")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Nanoseconds from one scan to the next.
  public var period: Double { 1e9 * Double(denominator) / Double(numerator) }

  /// Scans a second.
  public var hertz: Double { Double(numerator) / Double(denominator) }

  /// Scans in a thousand seconds, rounded.
  public var millihertz: Int { Int((1000 * hertz).rounded()) }

  /// Whether a display can have this rate; panels on slow buses report a hundredth of a hertz.
  public var isPlausible: Bool { (5...1000).contains(hertz) }

  /// In Hz with up to three decimals: "60", "59.94".
  public var description: String {
    let (whole, thousandths) = millihertz.quotientAndRemainder(dividingBy: 1000)
    guard thousandths > 0 else { return "\(whole)" }
    var digits = String(1000 + thousandths).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}

extension DisplayMode {
  private static let interlaceFlag: UInt32 = 1 << 4
  private static let doubleScanFlag: UInt32 = 1 << 5
  private static let preferredType: UInt32 = 1 << 3
  private static let userDefinedType: UInt32 = 1 << 5

  /// Whether each scan shows every other row.
  public var isInterlaced: Bool { flags & Self.interlaceFlag != 0 }

  /// Whether the display says that it likes this mode best.
  public var isPreferred: Bool { type & Self.preferredType != 0 }

  /// Whether the kernel's command line asks for this mode: `video=`.
  public var isUserDefined: Bool { type & Self.userDefinedType != 0 }

  /// Scans a second, from the pixel clock and the totals; nil for a mode that has none.
  ///
  /// `vrefresh` is rounded, so that 59.94 Hz would pass for 60. A field counts as a scan.
  public var refresh: RefreshRate? {
    let scans = (isInterlaced ? 2 : 1) * 1000 * UInt64(clock)
    let repeats = (flags & Self.doubleScanFlag != 0 ? 2 : 1) * UInt64(max(vscan, 1))
    let pixels = UInt64(htotal) * UInt64(vtotal) * repeats
    guard scans > 0, pixels > 0 else { return nil }
    return RefreshRate(scans, over: pixels)
  }

  /// The rate to pace by: the mode's own, or 60 Hz where that cannot be true.
  public var pacingRefresh: RefreshRate {
    guard let refresh, refresh.isPlausible else { return RefreshRate(60) }
    return refresh
  }

  /// Whether the numbers can be those of a picture; some drivers hand out rubbish.
  ///
  /// The rate is not asked for: a panel without a pixel clock is driven by its own.
  public var isSane: Bool {
    hdisplay > 0 && vdisplay > 0
      && hdisplay <= hsyncStart && hsyncStart <= hsyncEnd && hsyncEnd <= htotal
      && vdisplay <= vsyncStart && vsyncStart <= vsyncEnd && vsyncEnd <= vtotal
      && hdisplay <= 16384 && vdisplay <= 16384
  }

  /// Whether both have the same timing, whatever the kernel calls them or marks them with.
  public func hasSameTiming(as other: DisplayMode) -> Bool {
    var plain = other
    plain.name = name
    plain.type = type
    plain.vrefresh = vrefresh
    return plain == self
  }

  /// "1920x1080@59.94", with an i for an interlaced one.
  public var title: String {
    let rate = refresh.map { "@\($0)" } ?? ""
    return "\(hdisplay)x\(vdisplay)\(isInterlaced ? "i" : "")\(rate)"
  }
}
