/// How much of a budget is given up while the system is short of memory.
///
/// Each time that memory is short the budget is halved; after each quiet time it is doubled again. A
/// plain value; times are nanoseconds.
struct MemoryRelief: Hashable {
  /// Without pressure for so long, memory may be used again.
  static let quietTime: Int64 = 30_000_000_000
  private static let mostHalvings = 16

  /// How often the budget is halved.
  private(set) var halvings = 0
  private var lastChange: Int64 = 0

  /// Memory is short.
  mutating func press(at time: Int64) {
    halvings = min(halvings + 1, Self.mostHalvings)
    lastChange = time
  }

  /// Time has passed; answers whether the budget has grown.
  mutating func calm(at time: Int64) -> Bool {
    guard let next = nextCalm, time >= next else { return false }
    halvings -= 1
    lastChange = time
    return true
  }

  /// When the budget grows again if nothing happens before; nil where it is whole.
  var nextCalm: Int64? { halvings > 0 ? lastChange + Self.quietTime : nil }

  /// What is left of a budget.
  func budget(of whole: Int) -> Int { whole >> halvings }
}
