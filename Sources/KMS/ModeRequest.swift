/// What a user says of the mode.
public enum ModeRequest: Sendable, Hashable, CustomStringConvertible {
  /// One that the display lists.
  case listed(ListedMode)
  /// A timing of the user's own, listed or not.
  case custom(DisplayMode)
  /// One whose rate is a multiple of the content's, as large as the one that would be chosen.
  case automaticRate

  /// What stands for `automaticRate` on the command line.
  static let automaticRateWord = "auto-rate"

  /// Asks for a listed mode.
  public init(width: Int, height: Int, millihertz: Int? = nil, isInterlaced: Bool = false) {
    self = .listed(
      ListedMode(
        width: width, height: height, millihertz: millihertz, isInterlaced: isInterlaced))
  }

  /// Reads a request.
  ///
  /// - Parameter text: "1920x1080", "1920x1080@59.94", "auto-rate", or a mode line as X and `cvt`
  ///   write it: clock in MHz, four numbers for columns, four for rows, and flags.
  /// - Returns: what was asked for.
  /// - Throws: a sentence that shows how a mode is written.
  public static func parse(_ text: String) throws(DisplayError) -> ModeRequest {
    if text == automaticRateWord { return .automaticRate }
    let words = text.split(separator: " ")
    if words.count >= 9 { return .custom(try modeLine(words, text)) }
    if let listed = ListedMode(parsing: text) { return .listed(listed) }
    throw DisplayError(
      .badModeRequest,
      "\"\(text)\" is not a mode: write WIDTHxHEIGHT or WIDTHxHEIGHT@HZ, as 1920x1080@59.94, "
        + "auto-rate, or a mode line as cvt prints it; `flipbook probe` lists the modes of each "
        + "output.")
  }

  /// As it would be written.
  public var description: String {
    switch self {
    case .listed(let mode): mode.description
    case .custom(let mode): mode.title
    case .automaticRate: Self.automaticRateWord
    }
  }
}
