extension Duration {
  /// The duration in whole nanoseconds, rounded to the nearest; the ends of `Int64` where it is
  /// longer than those.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let part = (attoseconds + (attoseconds < 0 ? -500_000_000 : 500_000_000)) / 1_000_000_000
    let (sum, isLonger) = whole.addingReportingOverflow(part)
    return overflow || isLonger ? (seconds < 0 ? .min : .max) : sum
  }
}
