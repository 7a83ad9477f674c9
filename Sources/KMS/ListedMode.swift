/// A mode that a display lists, in a user's words: "1920x1080", "1920x1080@59.94", "1920x1080i@50".
public struct ListedMode: Sendable, Hashable, CustomStringConvertible {
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int
  /// Scans in a thousand seconds; nil for any rate.
  public var millihertz: Int?
  /// Whether every other row at a time is wanted.
  public var isInterlaced: Bool

  /// Makes a request.
  public init(width: Int, height: Int, millihertz: Int? = nil, isInterlaced: Bool = false) {
    self.width = width
    self.height = height
    self.millihertz = millihertz
    self.isInterlaced = isInterlaced
  }

  /// Reads a request: width, "x", height, and "@" with a rate in Hz where it matters.
  init?(parsing text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2 else { return nil }
    let isInterlaced = first.hasSuffix("i")
    let size = (isInterlaced ? first.dropLast() : first)
      .split(separator: "x", omittingEmptySubsequences: false)
    guard size.count == 2, let width = Numeral.whole(size[0]),
      let height = Numeral.whole(size[1]), (1...65535).contains(width),
      (1...65535).contains(height)
    else { return nil }
    self.init(width: width, height: height, isInterlaced: isInterlaced)
    if parts.count == 2 {
      guard let rate = Numeral.thousandths(parts[1]), (1000..<1_001_000).contains(rate) else {
        return nil
      }
      millihertz = rate
    }
  }

  /// The mode that comes closest, or nil if none is near enough.
  ///
  /// A whole number of Hz takes what rounds to it, as the kernel does: 60 finds 59.94 if no 60 is
  /// there. Without a rate the display's preferred mode wins, then the fastest.
  func match(in modes: [DisplayMode]) -> DisplayMode? {
    let fitting = modes.filter {
      Int($0.hdisplay) == width && Int($0.vdisplay) == height && $0.isInterlaced == isInterlaced
    }
    guard let millihertz else {
      return fitting.first(where: \.isUserDefined) ?? fitting.first(where: \.isPreferred)
        ?? fitting.max { ($0.refresh?.millihertz ?? 0) < ($1.refresh?.millihertz ?? 0) }
    }
    let tolerance = millihertz % 1000 == 0 ? 600 : 20
    func distance(_ mode: DisplayMode) -> Int {
      abs((mode.refresh?.millihertz ?? 0) - millihertz)
    }
    return fitting.filter { distance($0) <= tolerance }.min { distance($0) < distance($1) }
  }

  /// As it would be written.
  public var description: String {
    let rate = millihertz.map { "@\(RefreshRate(UInt64($0), over: 1000))" } ?? ""
    return "\(width)x\(height)\(isInterlaced ? "i" : "")\(rate)"
  }
}

/// Reads numbers as users write them.
enum Numeral {
  /// A number without sign, of at most nine digits.
  static func whole(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.count <= 9, text.allSatisfy({ ("0"..."9").contains($0) })
    else { return nil }
    return Int(text)
  }

  /// "59.94" as 59940: what is beyond three decimals is cut off.
  static func thousandths(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.first, let whole = whole(first), parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return whole * 1000 }
    guard Numeral.whole(parts[1]) != nil else { return nil }
    return Numeral.whole((parts[1] + "000").prefix(3)).map { whole * 1000 + $0 }
  }
}
