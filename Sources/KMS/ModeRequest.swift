/// A mode in a user's words: "1920x1080", "1920x1080@59.94", "1920x1080i@50".
public struct ModeRequest: Sendable, Hashable, CustomStringConvertible {
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

  /// Reads a request.
  ///
  /// - Parameter text: width, "x", height, and "@" with a rate in Hz where it matters.
  /// - Returns: what was asked for.
  /// - Throws: a sentence that shows how a mode is written.
  public static func parse(_ text: String) throws(DisplayError) -> ModeRequest {
    guard let request = read(text) else {
      throw DisplayError(
        .badModeRequest,
        "\"\(text)\" is not a mode: write WIDTHxHEIGHT or WIDTHxHEIGHT@HZ, as 1920x1080@59.94; "
          + "`flipbook probe` lists the modes of each output.")
    }
    return request
  }

  private static func read(_ text: String) -> ModeRequest? {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2 else { return nil }
    let isInterlaced = first.hasSuffix("i")
    let size = (isInterlaced ? first.dropLast() : first)
      .split(separator: "x", omittingEmptySubsequences: false)
    guard size.count == 2, let width = number(size[0]), let height = number(size[1]),
      (1...65535).contains(width), (1...65535).contains(height)
    else { return nil }
    var request = ModeRequest(width: width, height: height, isInterlaced: isInterlaced)
    if parts.count == 2 {
      guard let rate = thousandths(parts[1]) else { return nil }
      request.millihertz = rate
    }
    return request
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.count <= 9, text.allSatisfy({ ("0"..."9").contains($0) })
    else { return nil }
    return Int(text)
  }

  private static func thousandths(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = number(parts[0]), parts.count <= 2, (1...1000).contains(whole)
    else { return nil }
    guard parts.count == 2 else { return whole * 1000 }
    guard number(parts[1]) != nil else { return nil }
    let digits = (parts[1] + "000").prefix(3)
    return number(digits).map { whole * 1000 + $0 }
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
