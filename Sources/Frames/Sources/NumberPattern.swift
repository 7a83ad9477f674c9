/// A `printf` pattern with one integer: `shots/frame_%04d.png`.
struct NumberPattern {
  /// The folder in which the numbered names lie, with its slash; empty for the present one.
  let folder: String
  /// What follows the numbered name, from its slash on; empty where that name is the file's.
  let rest: String

  private let prefix: [UInt8]
  private let suffix: [UInt8]
  private let width: Int
  private let isZeroPadded: Bool

  /// Whether a source may be meant as a pattern.
  static func isPattern(_ source: String) -> Bool { source.utf8.contains(UInt8(ascii: "%")) }

  /// Reads a pattern: `%%` is a percent sign, `%d`, `%i` or `%u` the number, with `0` and a width.
  init(_ source: String) throws(SourceError) {
    var literals: [[UInt8]] = [[]]
    var width = 0
    var isZeroPadded = false
    var bytes = Array(source.utf8)[...]
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        literals[literals.count - 1].append(byte)
        continue
      }
      if bytes.first == byte {
        bytes.removeFirst()
        literals[literals.count - 1].append(byte)
        continue
      }
      let zeros = bytes.prefix { $0 == UInt8(ascii: "0") }
      bytes.removeFirst(zeros.count)
      let digits = bytes.prefix { $0 &- 0x30 < 10 }
      bytes.removeFirst(digits.count)
      guard let letter = bytes.popFirst(), "diu".utf8.contains(letter), digits.count <= 3 else {
        throw Self.unreadable(source, "has a % that is not followed by a number's d")
      }
      guard literals.count == 1 else { throw Self.unreadable(source, "has more than one number") }
      isZeroPadded = !zeros.isEmpty
      width = digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
      literals.append([])
    }
    guard literals.count == 2 else { throw Self.unreadable(source, "has no number") }
    self.width = width
    self.isZeroPadded = isZeroPadded
    let slash = UInt8(ascii: "/")
    let nameStart = literals[0].lastIndex(of: slash).map { $0 + 1 } ?? 0
    let nameEnd = literals[1].firstIndex(of: slash) ?? literals[1].count
    folder = String(decoding: literals[0][..<nameStart], as: UTF8.self)
    prefix = Array(literals[0][nameStart...])
    suffix = Array(literals[1][..<nameEnd])
    rest = String(decoding: literals[1][nameEnd...], as: UTF8.self)
  }

  /// The number that gives this name; nil where none does.
  func number(of name: String) -> Int? {
    guard let digits = numberText(of: name) else { return nil }
    let value = digits.drop { $0 == UInt8(ascii: " ") }
    guard let number = Int(String(decoding: value, as: UTF8.self)), number >= 0,
      formatted(number) == digits
    else { return nil }
    return number
  }

  /// The pattern that would match a name which differs only in its padding; nil if it differs.
  func repaired(for name: String) -> String? {
    guard let digits = numberText(of: name), digits.allSatisfy({ $0 &- 0x30 < 10 }) else {
      return nil
    }
    let conversion = digits.first == 0x30 && digits.count > 1 ? "%0\(digits.count)d" : "%d"
    return folder + String(decoding: prefix, as: UTF8.self) + conversion
      + String(decoding: suffix, as: UTF8.self) + rest
  }

  private func numberText(of name: String) -> [UInt8]? {
    let bytes = Array(name.utf8)
    guard bytes.count > prefix.count + suffix.count, bytes.starts(with: prefix),
      bytes.suffix(suffix.count).elementsEqual(suffix)
    else { return nil }
    return Array(bytes[prefix.count..<(bytes.count - suffix.count)])
  }

  private func formatted(_ number: Int) -> [UInt8] {
    let digits = Array(String(number).utf8)
    let padding = UInt8(ascii: isZeroPadded ? "0" : " ")
    return Array(repeating: padding, count: max(0, width - digits.count)) + digits
  }

  private static func unreadable(_ source: String, _ trouble: String) -> SourceError {
    SourceError(
      .badPattern,
      "\(source) does not exist, and as a pattern it \(trouble); write one number as %d or "
        + "%04d, and a percent sign as %%.")
  }
}
