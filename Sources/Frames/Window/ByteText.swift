/// A number of bytes as people read it: "64 MiB".
struct ByteText: CustomStringConvertible {
  private let bytes: Int

  init(_ bytes: Int) { self.bytes = bytes }

  var description: String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
    var unit = 0
    var size = 1
    while unit + 1 < units.count, bytes >= size * 1024 {
      size *= 1024
      unit += 1
    }
    if unit == 0 || bytes % size == 0 { return "\(bytes / size) \(units[unit])" }
    let tenths = (Double(bytes) / Double(size) * 10).rounded(.up)
    return "\(Int(tenths) / 10).\(Int(tenths) % 10) \(units[unit])"
  }
}
