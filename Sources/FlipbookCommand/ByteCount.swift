import Timing

/// Sizes in memory as people type and read them.
enum ByteCount {
  private static let units: [(String, Int64)] = [
    ("kib", 1 << 10), ("mib", 1 << 20), ("gib", 1 << 30),
    ("kb", 1000), ("mb", 1_000_000), ("gb", 1_000_000_000),
    ("k", 1 << 10), ("m", 1 << 20), ("g", 1 << 30), ("b", 1),
  ]

  /// Reads `64MiB`, `1.5GB`, `500k` or plain bytes; nil for anything else.
  static func parse(_ text: String) -> Int? {
    let lower = text.lowercased()
    let unit = units.first { lower.hasSuffix($0.0) }
    let number = lower.dropLast(unit?.0.count ?? 0)
    guard let millionths = Decimal.parse(String(number), places: 6) else { return nil }
    let (product, overflow) = millionths.multipliedReportingOverflow(by: unit?.1 ?? 1)
    return overflow ? nil : Int(product / 1_000_000)
  }

  /// "768 MB", "64 MiB" where it is a whole number of those, "512 bytes".
  static func describe(_ bytes: Int) -> String {
    if bytes > 0, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
    if bytes >= 10_000_000 { return "\(bytes / 1_000_000) MB" }
    if bytes >= 1_000_000 { return "\(Double(bytes / 100_000) / 10) MB" }
    return bytes >= 1000 ? "\(bytes / 1000) kB" : "\(bytes) bytes"
  }
}
