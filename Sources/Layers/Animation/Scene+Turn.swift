extension Scene {
  /// Starts and ends what is due and calls back for it; the loop calls it when `nextTurn` says.
  ///
  /// Callbacks come in the order of the times at which things happened, then of commit. What they
  /// bring about is told at the next turn; a turn asked for from a callback does nothing.
  public func turn(at time: Int64) {
    guard !timeline.isTelling else { return }
    timeline.advance(to: time)
    guard !timeline.notices.isEmpty else { return }
    let notices = timeline.notices.enumerated().sorted { one, two in
      one.element.isBefore(two.element)
        || (!two.element.isBefore(one.element) && one.offset < two.offset)
    }
    timeline.notices = []
    timeline.isTelling = true
    for notice in notices { notice.element.call() }
    timeline.isTelling = false
  }

  /// When `turn(at:)` is due, not before `time`; nil where nothing will happen by itself.
  public func nextTurn(after time: Int64) -> Int64? {
    if !timeline.notices.isEmpty { return time }
    return timeline.nextEvent.map { max($0, time) }
  }
}
