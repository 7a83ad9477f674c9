public import KMS
public import Pixels

/// A mode of a simulated display: the timing that it tells, and the rate that it really keeps.
public struct FakeMode: Sendable, Hashable {
  /// What the kernel would say of it.
  public var timing: DisplayMode
  /// How often the display refreshes in this mode.
  public var refresh: FakeRefreshRate

  /// Makes a mode whose refresh differs from what its timing says, as crystals do.
  public init(timing: DisplayMode, refresh: FakeRefreshRate) {
    self.timing = timing
    self.refresh = refresh
  }

  /// Makes a mode whose timing says exactly what it keeps, as near as whole kilohertz allow.
  ///
  /// - Parameters:
  ///   - size: the visible pixels, up to 16384 each way.
  ///   - refresh: how often it refreshes.
  ///   - isPreferred: whether the display names it as the one it likes best.
  public init(_ size: PixelSize, refresh: FakeRefreshRate, isPreferred: Bool = false) {
    precondition((1...16384).contains(size.width) && (1...16384).contains(size.height))
    let totals = Self.totals(for: size, refresh: refresh)
    timing = DisplayMode(
      clock: totals.clock, hdisplay: UInt16(size.width), hsyncStart: UInt16(size.width + 16),
      hsyncEnd: UInt16(size.width + 48), htotal: UInt16(totals.pixels),
      vdisplay: UInt16(size.height), vsyncStart: UInt16(size.height + 3),
      vsyncEnd: UInt16(size.height + 8), vtotal: UInt16(totals.rows),
      vrefresh: UInt32(max(1, refresh.hertz.rounded())),
      type: Self.driverType | (isPreferred ? Self.preferredType : 0), name: size.description)
    self.refresh = refresh
  }

  /// `DRM_MODE_TYPE_PREFERRED`.
  private static let preferredType: UInt32 = 1 << 3
  /// `DRM_MODE_TYPE_DRIVER`.
  private static let driverType: UInt32 = 1 << 6

  /// Pixels in a row and rows, blanking included, that make the rate exact at a whole clock.
  private static func totals(
    for size: PixelSize, refresh: FakeRefreshRate
  ) -> (clock: UInt32, pixels: Int, rows: Int) {
    let divisor = refresh.denominator * 1000
    for rows in (size.height + 12)...(size.height + 112) {
      for pixels in (size.width + 80)...(size.width + 1080) {
        let product = refresh.numerator * pixels * rows
        guard product % divisor == 0 else { continue }
        return (UInt32(clamping: product / divisor), pixels, rows)
      }
    }
    let (pixels, rows) = (size.width + 160, size.height + 45)
    let clock = (refresh.numerator * pixels * rows + divisor / 2) / divisor
    return (UInt32(clamping: max(1, clock)), pixels, rows)
  }
}

extension DisplayMode {
  /// Whether the kernel would take it: `drm_mode_validate_basic`.
  var isTakenByKernel: Bool {
    clock > 0 && hdisplay > 0 && hsyncStart >= hdisplay && hsyncEnd >= hsyncStart
      && htotal >= hsyncEnd && vdisplay > 0 && vsyncStart >= vdisplay && vsyncEnd >= vsyncStart
      && vtotal >= vsyncEnd
  }

  /// The rate that the numbers say: clock ÷ (htotal · vtotal), flags minded.
  var statedRefresh: FakeRefreshRate {
    let interlaced = flags & 1 << 4 != 0
    let doubled = flags & 1 << 5 != 0
    let rows = Int(vtotal) * (doubled ? 2 : 1) * max(1, Int(vscan))
    // A clock of a few gigahertz exceeds the fraction's range in hertz: count in kilohertz then.
    let hertz = Int(clock) * (interlaced ? 2 : 1)
    let pixels = Int(htotal) * rows
    return hertz < 1_000_000
      ? FakeRefreshRate(hertz * 1000, per: min(pixels, 1_000_000_000))
      : FakeRefreshRate(
        min(hertz, 1_000_000_000), per: max(1, min(pixels / 1000, 1_000_000_000)))
  }
}
