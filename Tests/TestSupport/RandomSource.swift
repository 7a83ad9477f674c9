/// Random numbers that are the same for a seed on every run: SplitMix64.
public struct RandomSource: RandomNumberGenerator {
  private var state: UInt64

  /// Makes the numbers of a seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  /// One of some values.
  public mutating func pick<Value>(_ first: Value, _ others: Value...) -> Value {
    ([first] + others).randomElement(using: &self) ?? first
  }

  /// True once in so many times.
  public mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }
}
