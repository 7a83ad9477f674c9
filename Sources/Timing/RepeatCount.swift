/// How often an animation runs through its cycle.
public enum RepeatCount: Sendable, Hashable {
  /// Until it is stopped.
  case forever
  /// So many cycles; a fraction ends part-way. More than 0.
  case times(Double)

  /// Reads `forever` or a positive number; nil for anything else.
  public init?(parsing text: String) {
    if text == "forever" {
      self = .forever
    } else if let millionths = Decimal.parse(text, places: 6), millionths > 0 {
      self = .times(Double(millionths) / 1_000_000)
    } else {
      return nil
    }
  }

  /// So many cycles; 0 and less mean for ever.
  public init(_ cycles: Double) {
    self = cycles > 0 && cycles.isFinite ? .times(cycles) : .forever
  }
}

extension RepeatCount: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// So many cycles; 0 means for ever.
  public init(integerLiteral cycles: Int) { self.init(Double(cycles)) }

  /// So many cycles; 0 means for ever.
  public init(floatLiteral cycles: Double) { self.init(cycles) }
}
