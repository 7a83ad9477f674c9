extension Double {
  /// The number with that many decimals, without an exponent.
  func text(decimals: Int) -> String {
    var unit = 1
    for _ in 0..<decimals { unit *= 10 }
    guard magnitude < 9e15 / Double(unit) else { return "\(self)" }
    let scaled = Int((magnitude * Double(unit)).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(scaled)" }
    return "\(sign)\(scaled / unit).\(String(scaled % unit + unit).dropFirst())"
  }
}

extension Double {
  /// The number with at most three decimals: "60", "59.94".
  var shortText: String {
    var text = text(decimals: 3)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension BinaryInteger {
  /// "1 frame", "3 frames".
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

  /// The number with zeros in front, `width` digits at least.
  func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}

extension String {
  /// The text as XML allows it between tags.
  var escapedForXML: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += " "
      default:
        // XML has no way to write other control characters, nor these two.
        let isWritable = scalar.value >= 32 && scalar.value != 0xfffe && scalar.value != 0xffff
        escaped.unicodeScalars.append(isWritable ? scalar : "\u{fffd}")
      }
    }
    return escaped
  }
}
