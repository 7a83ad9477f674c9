extension Int64 {
  /// The moment so many nanoseconds after this one; the last of all where that is beyond every clock.
  public func later(by nanoseconds: Int64) -> Int64 {
    let (moment, isBeyondEveryClock) = addingReportingOverflow(nanoseconds)
    return isBeyondEveryClock ? (nanoseconds < 0 ? .min : .max) : moment
  }
}
