/// One JSON object on one line, built key by key in order.
public struct JSONObject: Sendable, CustomStringConvertible {
  private var members: [String] = []

  /// Makes an empty object.
  public init() {}

  /// Adds a whole number.
  public mutating func add(_ key: String, _ value: some BinaryInteger) {
    members.append("\(Self.quoted(key)):\(value)")
  }

  /// Adds a truth value.
  public mutating func add(_ key: String, _ value: Bool) {
    members.append("\(Self.quoted(key)):\(value)")
  }

  /// Adds a number to three decimals; one that JSON cannot say becomes null.
  public mutating func add(_ key: String, _ value: Double) {
    let rounded = (value * 1000).rounded() / 1000
    members.append("\(Self.quoted(key)):\(rounded.isFinite ? "\(rounded)" : "null")")
  }

  /// Adds a string; nil becomes null.
  public mutating func add(_ key: String, _ value: String?) {
    members.append("\(Self.quoted(key)):\(value.map(Self.quoted) ?? "null")")
  }

  /// Adds an object.
  public mutating func add(_ key: String, _ value: JSONObject) {
    members.append("\(Self.quoted(key)):\(value)")
  }

  /// Adds a list of objects.
  public mutating func add(_ key: String, _ values: [JSONObject]) {
    let list = values.map(\.description).joined(separator: ",")
    members.append("\(Self.quoted(key)):[\(list)]")
  }

  /// Adds a list of strings.
  public mutating func add(_ key: String, _ values: [String]) {
    let list = values.map(Self.quoted).joined(separator: ",")
    members.append("\(Self.quoted(key)):[\(list)]")
  }

  /// The object as text, without a line break.
  public var description: String { "{\(members.joined(separator: ","))}" }

  /// A string in quotation marks, escaped as RFC 8259 asks.
  static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
