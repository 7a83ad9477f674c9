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

  /// "64 MiB", "8.2 MiB", "512 bytes": in the units that budgets are given in, rounded up.
  static func describe(_ bytes: Int) -> String {
    guard let (name, size) = [("MiB", 1 << 20), ("KiB", 1 << 10)].first(where: { bytes >= $0.1 })
    else { return "\(bytes) bytes" }
    let tenths = (bytes * 10 + size - 1) / size
    let isWhole = tenths % 10 == 0 || tenths >= 1000
    return isWhole ? "\((tenths + 9) / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
  }
}
