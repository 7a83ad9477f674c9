extension ModeRequest {
  /// `DRM_MODE_FLAG_…` by the words that X and `cvt` use.
  private static let flags: [String: UInt32] = [
    "+hsync": 1 << 0, "-hsync": 1 << 1, "+vsync": 1 << 2, "-vsync": 1 << 3,
    "interlace": 1 << 4, "doublescan": 1 << 5, "csync": 1 << 6, "+csync": 1 << 7,
    "-csync": 1 << 8,
  ]

  /// Reads "74.25 1280 1390 1430 1650 720 725 730 750 +hsync +vsync".
  ///
  /// "Modeline" and a name in quotes before it, as `cvt` prints them, are passed over.
  static func modeLine(_ words: [Substring], _ text: String) throws(DisplayError) -> DisplayMode {
    func failure(_ why: String) -> DisplayError {
      DisplayError(
        .badModeRequest,
        "\"\(text)\" is not a timing: \(why). Write the clock in MHz, then width, start and end "
          + "of the sync pulse and total, for columns and for rows, and flags: "
          + "\"74.25 1280 1390 1430 1650 720 725 730 750 +hsync +vsync\".")
    }
    var words = words[...]
    if words.first?.lowercased() == "modeline" { words.removeFirst() }
    if words.first?.first == "\"" { words.removeFirst() }
    guard let clockWord = words.popFirst(), let clock = Numeral.thousandths(clockWord),
      (1...10_000_000).contains(clock)
    else { throw failure("its first number is no pixel clock from 0.001 to 10000 MHz") }
    var numbers: [UInt16] = []
    while numbers.count < 8 {
      guard let word = words.popFirst(), let number = Numeral.whole(word).flatMap(UInt16.init)
      else { throw failure("it has not eight numbers up to 65535 after the clock") }
      numbers.append(number)
    }
    var bits: UInt32 = 0
    for word in words {
      guard let bit = flags[word.lowercased()] else {
        throw failure(
          "\"\(word)\" is none of its flags: \(flags.keys.sorted().joined(separator: ", "))")
      }
      bits |= bit
    }
    var mode = DisplayMode(
      clock: UInt32(clock), hdisplay: numbers[0], hsyncStart: numbers[1], hsyncEnd: numbers[2],
      htotal: numbers[3], vdisplay: numbers[4], vsyncStart: numbers[5], vsyncEnd: numbers[6],
      vtotal: numbers[7], vrefresh: 0, flags: bits, name: "\(numbers[0])x\(numbers[4])")
    guard mode.isSane else {
      throw failure("of each four numbers none may be less than the one before, up to 16384 pixels")
    }
    guard let refresh = mode.refresh, refresh.isPlausible else {
      throw failure("it would refresh at \(mode.refresh?.description ?? "no") Hz, not 5 to 1000")
    }
    for pair in [UInt32(0b11), 0b1100] where bits & pair == pair {
      throw failure("a sync pulse cannot be both positive and negative")
    }
    mode.vrefresh = UInt32(refresh.hertz.rounded())
    return mode
  }
}
